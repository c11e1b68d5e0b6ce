import { Link } from '@tanstack/react-router';
import type { Deprecation } from '../../../shared/api/deprecations.ts';
import type { Data } from '../../../shared/api/index.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { count, counted, day } from '../../lib/format.ts';
import { useNow } from '../../lib/now.ts';
import { rangeSpan } from '../../lib/range.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { type Answer, DataPanel } from '../../ui/data-panel.tsx';
import { Mark, type MarkProps } from '../../ui/mark.tsx';
import { SkeletonRows } from '../../ui/states.tsx';

type Deprecations = Data<'GET /api/v1/deprecations'>;

const SHOWN = 4;
/** Days before a removal from which it is of high severity (warnings.md 4.2). */
const HIGH_DAYS = 30;

function urgency(days: number): Pick<MarkProps, 'name' | 'tone'> {
  return days < HIGH_DAYS ? { name: 'high', tone: 'bad' } : { name: 'medium', tone: 'warn' };
}

function daysInWords(days: number): string {
  if (days === 0) return 'today';
  return days < 0 ? `${counted(-days, 'day')} past` : `${counted(days, 'day')} left`;
}

function Removal({ item, days }: { item: Deprecation; days: number }) {
  const filter = useFilter();
  const now = useNow(60_000);
  const used =
    item.count === 0
      ? `quiet for ${counted(item.quiet_days, 'day')}`
      : `${counted(item.count, 'use')} in ${rangeSpan(filter, now)}`;
  return (
    <li>
      <Link to="/deprecations/$item" params={{ item: item.id }} search={sharedFilter(filter)}>
        <code className="m ell">{days < 0 ? <del>{item.deprecated_item}</del> : item.deprecated_item}</code>
        <Mark {...urgency(days)}>{daysInWords(days)}</Mark>
        <span className="sm muted ell">
          {item.type} on <span>{item.server}</span>
          {item.removal_date !== null &&
            !Number.isNaN(Date.parse(item.removal_date)) &&
            ` · ${day(item.removal_date, 'utc')}`}
        </span>
        <span className="sm muted num">
          {used}
          {item.verdict === 'fading' && ', fading'}
        </span>
      </Link>
    </li>
  );
}

/** The deprecated items with the nearest removal dates, and whether they are still called. */
export function Removals({ query }: { query: Answer<Deprecations> }) {
  const search = sharedFilter(useFilter());
  return (
    <DataPanel
      title="Next removals"
      actions={({ items }) => (
        <Link className="link" to="/deprecations" search={search}>
          All {count(items.length)}
        </Link>
      )}
      query={query}
      height={230}
      skeleton={<SkeletonRows rows={4} height={56} />}
      flush
      goodWhenEmpty
      empty={({ items }) => (items.some(({ days_left }) => days_left !== null) ? undefined : 'removal dates')}
    >
      {({ items }) => (
        <ul className="overview-removals">
          {items
            .flatMap((item) =>
              item.days_left === null || item.verdict === 'safe_to_remove'
                ? []
                : [{ item, days: item.days_left }],
            )
            .toSorted((a, b) => a.days - b.days)
            .slice(0, SHOWN)
            .map(({ item, days }) => (
              <Removal key={item.id} item={item} days={days} />
            ))}
        </ul>
      )}
    </DataPanel>
  );
}
