import { ArrowUp } from 'lucide-react';
import { count } from '../../lib/numbers.ts';
import { dateTime } from '../../lib/times.ts';
import { StaleMark } from '../../ui/data-panel.tsx';
import { ClockTime } from '../../ui/time.tsx';
import { Export } from './export.tsx';
import { FindOpen } from './find-open.tsx';
import { FollowButton } from './follow-button.tsx';
import { Quarantined } from './quarantined.tsx';
import { FIRST_ROWS, isSnapshot, type LogQuery, type LogResult } from './queries.ts';
import { SearchCaptures } from './search-captures.tsx';
import { SearchedName } from './searched-name.tsx';
import type { Arrivals } from './use-arrivals.ts';

/** How many responses the log has, of which kind, how many arrived since, and what can be done with it. */
export function LogHead({
  asked,
  query,
  rows,
  unlisted,
  printed,
  arrivals,
  onShow,
}: {
  asked: LogQuery;
  query: LogResult;
  /** Number of rows loaded. */
  rows: number;
  /** The response that is open, if it is not among them. */
  unlisted: string | undefined;
  /** Number of rows on paper, if that is not all. */
  printed: number | undefined;
  arrivals: Arrivals;
  onShow: () => void;
}) {
  const pages = query.data?.pages;
  const total = pages?.[0]?.total ?? null;
  const last = pages?.at(-1);
  // A full page has ended because it is full.
  const covered = query.hasNextPage && (last?.items.length ?? 0) < FIRST_ROWS ? last?.covered : undefined;
  const { quarantined = false } = asked;
  return (
    <header className="log-head">
      <h1 className="vh">Traffic</h1>
      <span aria-live="polite">
        <b>
          {pages === undefined
            ? '…'
            : total === null
              ? `${count(rows)}${query.hasNextPage ? '+' : ''}`
              : count(total)}
        </b>{' '}
        <span className="muted">{total === 1 ? 'response' : 'responses'}</span>
      </span>
      {printed !== undefined && <span className="sm">the first {count(printed)} are printed</span>}
      {covered !== undefined && (
        <span className="sm warn">
          searched back to <ClockTime at={covered.from} format={dateTime} />
        </span>
      )}
      <SearchCaptures />
      <SearchedName />
      {unlisted !== undefined && <FindOpen id={unlisted} />}
      <Quarantined shown={quarantined} />
      <StaleMark query={query} />
      <span className="row end">
        {arrivals.any && !quarantined && (
          <button type="button" className="btn on pill" onClick={onShow}>
            <ArrowUp size={12} aria-hidden="true" />
            {isSnapshot(asked)
              ? 'Search again'
              : `${arrivals.count > 0 ? `${count(arrivals.count)}${arrivals.more ? '+' : ''} ` : ''}new`}
          </button>
        )}
        {!isSnapshot(asked) && <FollowButton />}
        <Export query={asked} />
      </span>
    </header>
  );
}
