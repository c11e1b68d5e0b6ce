import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Deprecation, Deprecations } from '../../../shared/api/deprecations.ts';
import { MINUTE } from '../../../shared/time/units.ts';
import { setAnnounced } from '../../lib/announced.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { rangeSpan } from '../../lib/range.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { readable } from '../../lib/warned.ts';
import { DataPanel, PartMark, StaleMark } from '../../ui/data-panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { useRowKeys, useShownRows } from '../../ui/table.tsx';
import { Item } from './item.tsx';
import { Items, itemsTable } from './items.tsx';
import { itemsQuestion } from './queries.ts';
import { Save } from './save.tsx';
import { Window } from './window.tsx';
import './deprecations.css';

/** `8 items on 5 servers: 1 overdue and still used, 1 safe to remove`; nothing if there are none. */
function summary(items: Deprecations['items']): string {
  if (items.length === 0) return '';
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
      search={{ ...filter, warning: ['DEPRECATION_WARNING'], rule: ['WRN-20'] }}
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
  const now = useNow(MINUTE);
  const items = query.data?.items ?? [];
  const isTold = items.length > 0;
  const isCompared = !isTold || items.some((each) => each.previous_count !== null);
  useEffect(() => {
    if (isTold) setAnnounced();
  }, [isTold]);
  const table = itemsTable(items, rangeSpan(filter, now));
  const shown = useShownRows(table);
  useRowKeys();
  return (
    <div className="page">
      <div className="pagehead">
        <h1>Deprecations</h1>
        <span className="muted">
          {summary(items)}
          {!isCompared && '; no full previous period'}
        </span>
        <PartMark data={query.data} />
        <StaleMark query={query} />
        <Unreadable n={query.data?.unreadable ?? 0} />
        <Save items={shown} />
      </div>
      <DataPanel
        query={query}
        height={300}
        skeleton={<SkeletonRows rows={6} height={48} />}
        empty={({ unreadable }) =>
          isTold
            ? undefined
            : readable(unreadable > 0 ? 'deprecation warnings' : 'deprecated items were used', unreadable > 0)
        }
        goodWhenEmpty={query.data?.unreadable === 0}
        footer={(answer) => <Window answer={answer} />}
      >
        {() => <Items table={table} open={item} />}
      </DataPanel>
      {item !== undefined && <Item key={item} id={item} listed={query.data && shown} />}
    </div>
  );
}
