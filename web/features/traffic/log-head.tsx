import { ArrowUp } from 'lucide-react';
import { count } from '../../lib/format.ts';
import { StaleMark } from '../../ui/data-panel.tsx';
import { Export } from './export.tsx';
import { FollowButton } from './follow-button.tsx';
import { Quarantined } from './quarantined.tsx';
import type { LogQuery, LogResult } from './queries.ts';
import { SearchedName } from './searched-name.tsx';
import type { Arrivals } from './use-arrivals.ts';

/** How many responses the log has, of which kind, how many arrived since, and what can be done with it. */
export function LogHead({
  asked,
  query,
  rows,
  arrivals,
  onShow,
}: {
  asked: LogQuery;
  query: LogResult;
  /** Number of rows loaded. */
  rows: number;
  arrivals: Arrivals;
  onShow: () => void;
}) {
  const pages = query.data?.pages;
  const total = pages?.[0]?.total ?? null;
  const partial = pages?.some((page) => page.partial === true) === true;
  const quarantined = asked.quarantined === true;
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
      {partial && <span className="sm warn">in the newest part of the range; scroll for more</span>}
      <SearchedName />
      <Quarantined shown={quarantined} />
      <StaleMark query={query} />
      <span className="row end">
        {arrivals.any && !quarantined && (
          <button type="button" className="btn on pill" onClick={onShow}>
            <ArrowUp size={12} aria-hidden="true" />
            {arrivals.count > 0 && `${count(arrivals.count)}${arrivals.more ? '+' : ''} `}new
          </button>
        )}
        <FollowButton />
        <Export query={asked} />
      </span>
    </header>
  );
}
