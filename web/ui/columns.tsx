import { count } from '../lib/format.ts';
import { Sparkline } from './sparkline.tsx';
import type { Column } from './table.tsx';
import { RelativeTime } from './time.tsx';

interface Shown {
  /** Where the column leaves; it then stands on no card. */
  readonly hide?: 'm' | 's';
}

/** Its head is also what it is called on a card, where it has a place there. */
function headed(head: string, { hide }: Shown) {
  return { head, ...(hide === undefined ? { label: head } : { hide }) };
}

/** How many the row's member says there are. */
export function countColumn<K extends string>(
  key: K,
  head: string,
  { strong = false, ...shown }: Shown & { readonly strong?: boolean } = {},
): Column<Readonly<Record<K, number>>> {
  return {
    ...headed(head, shown),
    key,
    cell: (row) => (strong ? <b>{count(row[key])}</b> : count(row[key])),
    num: true,
    sort: (row) => row[key],
  };
}

/** When it was seen last, as long ago. */
export function lastSeenColumn(head: string, shown: Shown = {}): Column<{ readonly last_seen: string }> {
  return {
    ...headed(head, shown),
    key: 'last',
    cell: ({ last_seen }) => (
      <span className="muted">
        <RelativeTime at={last_seen} />
      </span>
    ),
    num: true,
    sort: ({ last_seen }) => last_seen,
  };
}

/** Its course over the range. */
export function trendColumn(head: string): Column<{ readonly sparkline: readonly number[] }> {
  return {
    ...headed(head, { hide: 's' }),
    key: 'trend',
    cell: ({ sparkline }) => <Sparkline values={sparkline} width={84} height={20} />,
  };
}

/** The version that brought it, or where none is known, when it came. */
export const SINCE: Column<{ readonly since_version: string | null; readonly first_seen: string }> = {
  ...headed('Since', { hide: 'm' }),
  key: 'since',
  cell: ({ since_version, first_seen }) => (
    <span className="muted">{since_version ?? <RelativeTime at={first_seen} ago />}</span>
  ),
  num: true,
};
