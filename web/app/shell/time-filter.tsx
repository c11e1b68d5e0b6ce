import { ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import { useNow } from '../../lib/now.ts';
import { lazyPart } from '../../lib/part.ts';
import { useZone } from '../../lib/preferences.ts';
import { rangeWords } from '../../lib/range.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Popover } from '../../ui/popover.tsx';

const TimeChoices = lazyPart(() => import('./time-choices.tsx'), 'TimeChoices');

/** The page's range in words; opens the choices. */
export function TimeFilter() {
  const filter = useFilter();
  const zone = useZone();
  const now = useNow();
  return (
    <Popover
      label={
        <>
          <span className="k">Time</span>
          <b>{rangeWords(filter, zone, now)}</b>
          <ChevronDown size={12} aria-hidden="true" />
        </>
      }
    >
      {(close) => (
        <Suspense>
          <TimeChoices close={close} />
        </Suspense>
      )}
    </Popover>
  );
}
