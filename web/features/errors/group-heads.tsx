import { useSearch } from '@tanstack/react-router';
import { useSetSearch } from '../../lib/use-filter.ts';
import type { GroupSort } from './search.ts';

const NAMES: Readonly<Record<GroupSort, string>> = {
  count: 'Count',
  last_seen: 'Last',
  first_seen: 'First',
};

/** The column heads, some of which sort the list; cards label their figures themselves. */
export function GroupHeads() {
  const { sort = 'count' } = useSearch({ from: '/errors' });
  const setSearch = useSetSearch();
  const by = (key: GroupSort) => (
    <button
      type="button"
      aria-pressed={key === sort}
      title={`Sort by ${NAMES[key].toLowerCase()}${key === 'count' ? '' : ' seen'}`}
      onClick={() => setSearch({ sort: key === 'count' ? undefined : key })}
    >
      {NAMES[key]}
      {key === sort && <span aria-hidden="true"> ↓</span>}
    </button>
  );
  return (
    <div className="group group-heads heads">
      <span className="group-state">State</span>
      <span className="group-what">
        <span className="group-category">Category</span>
        <span>Code, operation, message</span>
      </span>
      <span className="group-server">Server</span>
      <span className="num group-clients">Clients</span>
      <span className="num group-count">{by('count')}</span>
      <span className="num group-share">Share</span>
      <span className="group-spark">Trend</span>
      <span className="num group-first">{by('first_seen')}</span>
      <span className="num group-last">{by('last_seen')}</span>
    </div>
  );
}
