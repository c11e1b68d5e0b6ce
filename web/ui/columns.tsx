import { Link } from '@tanstack/react-router';
import { changed, type FilterChange } from '../lib/filter.ts';
import { count, counted, percent } from '../lib/numbers.ts';
import { Captured } from './captured.tsx';
import { Sparkline } from './sparkline.tsx';
import type { Column } from './table.tsx';
import { RelativeTime } from './time.tsx';

type Shown = Pick<Column<unknown>, 'hide'>;

/** What a table has where there is no figure. */
export const NONE = <span className="faint">–</span>;

/** A number in a table, faint if it is zero. */
export function Count({ n, strong = false }: { n: number; strong?: boolean }) {
  if (n === 0) return <span className="faint">0</span>;
  return strong ? <b>{count(n)}</b> : count(n);
}

/** A count in the row's member `key`. */
export function countColumn<K extends string>(
  key: K,
  head: string,
  { strong = false, ...shown }: Shown & { readonly strong?: boolean } = {},
): Column<Readonly<Record<K, number>>> {
  return {
    ...shown,
    key,
    head,
    cell: (row) => <Count n={row[key]} strong={strong} />,
    num: true,
    sort: (row) => row[key],
  };
}

/** A number of responses, a link to the log of them: under the filter with its own `change`. */
export function ResponseCount({ n, change }: { n: number; change: FilterChange }) {
  return (
    <Link
      className="link"
      // A single digit is too narrow to be hit.
      style={{ paddingLeft: 16, marginLeft: -16 }}
      to="/traffic"
      search={(held) => changed(held, change)}
      aria-label={counted(n, 'response')}
    >
      {count(n)}
    </Link>
  );
}

/** The number of a row's responses, a link to them. */
export function responsesColumn<T extends { readonly responses: number }>(
  change: (row: T) => FilterChange,
): Column<T> {
  return {
    ...countColumn('responses', 'Responses'),
    cell: (row) => <ResponseCount n={row.responses} change={change(row)} />,
  };
}

/** The share of its responses that failed, if there were any. */
export const ERROR_RATE: Column<{ readonly responses: number; readonly error_rate: number }> = {
  key: 'errors',
  head: 'Error rate',
  cell: ({ responses, error_rate }) => (responses === 0 ? NONE : <b>{percent(error_rate)}</b>),
  num: true,
  sort: ({ error_rate }) => error_rate,
  label: 'Errors',
};

/** How long ago it was last seen. */
export function lastSeenColumn(head: string, shown: Shown = {}): Column<{ readonly last_seen: string }> {
  return {
    ...shown,
    key: 'last',
    head,
    cell: ({ last_seen }) => (
      <span className="muted">
        <RelativeTime at={last_seen} />
      </span>
    ),
    num: true,
    sort: ({ last_seen }) => last_seen,
  };
}

/**
 * How long ago it was last seen, a link to the newest response while that is kept. `what` that response does is
 * said to those who hear only the link.
 */
export function newestColumn<T extends { readonly last_seen: string; readonly response: string | null }>(
  what: (row: T) => string,
): Column<T> {
  const last = lastSeenColumn('Last');
  return {
    ...last,
    cell: (row) =>
      row.response === null ? (
        last.cell(row)
      ) : (
        <Link className="link" to="/traffic/$response" params={{ response: row.response }} search={true}>
          <RelativeTime at={row.last_seen} />
          <span className="vh">, the newest response that {what(row)}</span>
        </Link>
      ),
  };
}

/** Its trend over the range. */
export function trendColumn(head: string): Column<{ readonly sparkline: readonly number[] }> {
  return {
    key: 'trend',
    head,
    hide: 's',
    cell: ({ sparkline }) => <Sparkline values={sparkline} height={20} />,
  };
}

/** The version that introduced it or, if unknown, when it first appeared. */
export const SINCE: Column<{ readonly since_version: string | null; readonly first_seen: string }> = {
  key: 'since',
  head: 'Since',
  hide: 'm',
  cell: ({ since_version, first_seen }) => (
    <span className="muted">
      {since_version === null ? <RelativeTime at={first_seen} ago /> : <Captured text={since_version} />}
    </span>
  ),
  num: true,
};
