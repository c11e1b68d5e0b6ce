import { useMemo } from 'react';
import { useView } from '../../lib/use-view.ts';

/** Keys of the hidden series of a chart, by the chart's name in the URL. */
export function useHidden(chart: string) {
  const [keys, choose] = useView(`${chart}-hidden`);
  const hidden: ReadonlySet<string> = useMemo(() => new Set(keys), [keys]);
  return [hidden, (next: ReadonlySet<string>) => choose([...next])] as const;
}
