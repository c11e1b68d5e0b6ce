import { rangeOf, widened } from '../../../shared/time/range.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { filterWords } from '../../lib/filter.ts';
import { useNow } from '../../lib/now.ts';
import { useZone } from '../../lib/preferences.ts';
import { usePrinting } from '../../lib/printing.ts';
import { clock, date, zoneName } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Captured } from '../../ui/captured.tsx';
import { usePage } from './use-page.ts';

/** Replaces the filter bar on paper: the page, both ends of its range with their zone, and the filter. */
export function Printed() {
  const page = usePage();
  const filter = useFilter();
  const zone = useZone();
  const now = useNow(MINUTE);
  if (!usePrinting() || page?.dimensions === undefined) return null;
  const { from, to } = widened(rangeOf(filter, now), filter);
  const [start, end] = [from, to].map((at) => `${date(at, zone)} ${clock(at, zone)}`);
  return (
    <p className="sm muted break" style={{ padding: '0 var(--gutter)' }}>
      <b>{page.title}</b>{' '}
      <Captured text={[`${start} – ${end} ${zoneName(zone)}`, ...filterWords(filter)].join(', ')} />
    </p>
  );
}
