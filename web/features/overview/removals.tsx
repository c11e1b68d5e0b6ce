import { Link } from '@tanstack/react-router';
import type { Deprecation, Deprecations } from '../../../shared/api/deprecations.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { type Filter, sharedFilter } from '../../lib/filter.ts';
import { useNow } from '../../lib/now.ts';
import { allOf, counted } from '../../lib/numbers.ts';
import { DEFAULT_FROM, rangeSpan } from '../../lib/range.ts';
import { dateTimeOrDate, day } from '../../lib/times.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { readable } from '../../lib/warned.ts';
import { Captured } from '../../ui/captured.tsx';
import { type Answer, DataPanel } from '../../ui/data-panel.tsx';
import { DaysLeft, ItemName, isPast, removalDay, verdictWord } from '../../ui/removal.tsx';
import { SkeletonRows } from '../../ui/states.tsx';

const SHOWN = 4;

/** The day of removal; every item here has one. */
const dayOf = ({ removal_date }: Deprecation, now: number) =>
  removal_date !== null && removalDay(removal_date, (at, zone) => dateTimeOrDate(at, zone, now, day));

/** How often it is used: `24 uses`, `3 uses, fading`. */
function frequency({ count, verdict }: Deprecation): string {
  const uses = count === 0 ? 'no uses' : counted(count, 'use');
  return verdict === 'fading' ? `${uses}, fading` : uses;
}

/** Whether it is used past its day, which stands above these words. */
const stillUsed = (item: Deprecation) => (item.verdict === 'past_date' ? 'still used' : verdictWord(item));

/** Leads to the uses that are counted here: if the URL has no range, Deprecations has another one. */
const sameRange = (filter: Filter): Filter => ({
  ...(filter.to === undefined && { from: DEFAULT_FROM }),
  ...sharedFilter(filter),
});

function Removal({ item }: { item: Deprecation }) {
  const filter = useFilter();
  const now = useNow(MINUTE);
  return (
    <li>
      <Link to="/deprecations/$item" params={{ item: item.id }} search={sameRange(filter)}>
        <code className="m ell">
          <ItemName item={item} />
        </code>
        <DaysLeft item={item} />
        <span className="sm muted ell">
          {item.type} on <Captured text={item.server} />
        </span>
        <span className="sm muted num">
          {dayOf(item, now)} · {isPast(item) ? stillUsed(item) : frequency(item)}
        </span>
      </Link>
    </li>
  );
}

/** Items that have a date and may not be removed yet, nearest first. */
function nextOf(items: readonly Deprecation[]): Deprecation[] {
  const days = ({ days_left }: Deprecation) => days_left ?? Number.POSITIVE_INFINITY;
  return items
    .filter(({ days_left, verdict }) => days_left !== null && verdict !== 'safe_to_remove')
    .toSorted((a, b) => days(a) - days(b))
    .slice(0, SHOWN);
}

/** The deprecated items with the nearest removal dates, and whether they are still called. */
export function Removals({ query }: { query: Answer<Deprecations> }) {
  const filter = useFilter();
  const search = sharedFilter(filter);
  const now = useNow(MINUTE);
  const isUnread = query.data?.items.length === 0 && query.data.unreadable > 0;
  return (
    <DataPanel
      title="Upcoming removals"
      note={({ items }) => nextOf(items).length > 0 && `uses in ${rangeSpan(filter, now)}`}
      actions={({ items }) =>
        items.length > 0 && (
          <Link className="link" to="/deprecations" search={search}>
            {allOf(items.length, 'item')}
          </Link>
        )
      }
      query={query}
      height={230}
      skeleton={<SkeletonRows rows={4} height={56} />}
      goodWhenEmpty={!isUnread}
      empty={({ items }) =>
        nextOf(items).length === 0 ? readable('upcoming removals', isUnread) : undefined
      }
    >
      {({ items }) => (
        <ul className="overview-removals">
          {nextOf(items).map((item) => (
            <Removal key={item.id} item={item} />
          ))}
        </ul>
      )}
    </DataPanel>
  );
}
