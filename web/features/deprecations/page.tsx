import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Deprecation, Deprecations } from '../../../shared/api/deprecations.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { setAnnounced } from '../../lib/announced.ts';
import { sharedFilter } from '../../lib/filter.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { rangeSpan } from '../../lib/range.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { readable } from '../../lib/warned.ts';
import { DataPanel } from '../../ui/data-panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { useRowKeys, useShownRows } from '../../ui/table.tsx';
import { Item } from './item.tsx';
import { Items, itemsTable } from './items.tsx';
import { itemsQuestion } from './queries.ts';
import { Save } from './save.tsx';
import { Window } from './window.tsx';
import './deprecations.css';

/** `8 items on 5 servers: 1 overdue and still used, 1 safe to remove` */
function summary({ items }: Deprecations): string {
  const of = (verdict: Deprecation['verdict']) => items.filter((item) => item.verdict === verdict).length;
  const told = [
    [of('past_date'), 'overdue and still used'],
    [of('safe_to_remove'), 'safe to remove'],
  ] as const;
  const words = told.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`);
  const servers = new Set(items.map(({ server }) => server)).size;
  return `${counted(items.length, 'item')} on ${counted(servers, 'server')}${words.length === 0 ? '' : `: ${words.join(', ')}`}`;
}

/** Leads to the warnings that name no item, of which the table says nothing. */
function Unreadable({ n }: { n: number }) {
  const filter = useFilter();
  if (n === 0) return null;
  return (
    <Link
      to="/traffic"
      search={{ ...sharedFilter(filter), warning: ['DEPRECATION_WARNING'], rule: ['WRN-20'] }}
      className="link sm"
    >
      {counted(n, 'warning names', 'warnings name')} no item
    </Link>
  );
}

/** What is deprecated and still warned about: who calls it, how often, and whether it may be removed. */
export function DeprecationsPage() {
  const { item } = useParams({ strict: false });
  const filter = useFilter();
  const search = useSearch({ from: '/deprecations' });
  const query = useQuery(itemsQuestion(filter, search));
  const length = rangeSpan(filter, useNow(MINUTE));
  const isTold = (query.data?.items.length ?? 0) > 0;
  const isCompared = !isTold || query.data?.items.some((each) => each.previous_count !== null);
  useEffect(() => {
    if (isTold) setAnnounced();
  }, [isTold]);
  const shown = useShownRows(itemsTable(query.data?.items ?? [], length));
  useRowKeys();
  return (
    <div className="page">
      <div className="pagehead">
        <h1>Deprecations</h1>
        <span className="muted">
          {query.data !== undefined && query.data.items.length > 0 && summary(query.data)}
        </span>
        <Save items={shown} />
      </div>
      <DataPanel
        title="Deprecated items"
        note={isCompared ? `compared with the previous ${length}` : 'no full previous period'}
        query={query}
        height={300}
        skeleton={<SkeletonRows rows={6} height={48} />}
        empty={({ items, unreadable }) =>
          items.length > 0
            ? undefined
            : readable(unreadable > 0 ? 'deprecation warnings' : 'deprecated items were used', unreadable > 0)
        }
        goodWhenEmpty={query.data?.unreadable === 0}
        actions={({ unreadable }) => <Unreadable n={unreadable} />}
        footer={(answer) => <Window answer={answer} />}
      >
        {({ items }) => <Items items={items} length={length} open={item} />}
      </DataPanel>
      {item !== undefined && <Item key={item} id={item} listed={query.data && shown} />}
    </div>
  );
}
