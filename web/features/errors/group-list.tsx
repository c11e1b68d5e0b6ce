import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { GROUP_STATES } from '../../../shared/api/error-groups.ts';
import { csv, saveText } from '../../lib/download.ts';
import { defined } from '../../lib/filter.ts';
import { count, counted } from '../../lib/format.ts';
import { useListKeys } from '../../lib/shortcuts.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Button, Segments } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checks.tsx';
import { DataBody, StaleMark } from '../../ui/data-panel.tsx';
import { GROUP_MARKS } from '../../ui/mark.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { GroupActions, MUTED_A_DAY } from './actions.tsx';
import { GroupRow } from './group-row.tsx';
import { groupsQuestion } from './queries.ts';
import type { GroupSort } from './search.ts';
import { useChangeGroups } from './use-change-groups.ts';

const SORTS: Readonly<Record<GroupSort, string>> = {
  count: 'Count',
  last_seen: 'Last seen',
  first_seen: 'First seen',
};

/** The error groups in the filter, with their states, the bulk bar and the keyboard. */
export function GroupList({ open }: { open: string | undefined }) {
  const filter = useFilter();
  const search = useSearch({ from: '/errors' });
  const navigate = useNavigate({ from: '/errors' });
  const query = useInfiniteQuery(groupsQuestion(filter, search));
  const { change } = useChangeGroups();
  const [at, setAt] = useState(-1);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const pages = query.data?.pages;
  const groups = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const states = pages?.[0]?.states;
  const failures = pages?.[0]?.failures ?? 0;
  const chosen = groups.filter(({ id }) => picked.has(id));
  const all = states === undefined ? 0 : GROUP_STATES.reduce((sum, state) => sum + states[state], 0);

  const pick = (id: string, on: boolean) =>
    setPicked((held) => {
      const next = new Set(held);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  const go = (id: string | undefined) =>
    void (id === undefined
      ? navigate({ to: '/errors', search: true, resetScroll: false })
      : navigate({ to: '/errors/$group', params: { group: id }, search: true, resetScroll: false }));
  const targets = () =>
    chosen.length > 0
      ? chosen
      : groups.filter(({ id }, index) => (open === undefined ? index === at : id === open));
  const act = (patch: Parameters<typeof change>[1]) => {
    const on = targets();
    if (on.length > 0) void change(on, patch);
  };
  useListKeys({
    count: groups.length,
    at,
    move: (to) => {
      setAt(to);
      const id = groups[to]?.id;
      document.querySelector(`[data-group="${CSS.escape(id ?? '')}"]`)?.scrollIntoView({ block: 'nearest' });
      if (open !== undefined) go(id);
    },
    keys: {
      Enter: (event) => {
        const focused = document.activeElement;
        if (focused instanceof HTMLElement && focused.matches('a,button,input')) focused.click();
        else if (groups[at] !== undefined) go(groups[at].id);
        event.preventDefault();
      },
      Escape: () => (picked.size > 0 ? setPicked(new Set()) : go(undefined)),
      e: () => act({ state: 'resolved' }),
      a: () => act({ state: 'acknowledged' }),
      m: () => act(MUTED_A_DAY()),
      x: () => {
        const id = groups[at]?.id;
        if (id !== undefined) pick(id, !picked.has(id));
      },
    },
  });

  const save = () =>
    saveText(
      'error-groups.csv',
      'text/csv',
      csv([
        [
          'state',
          'category',
          'code',
          'operation',
          'message',
          'server',
          'clients',
          'count',
          'share',
          'first_seen',
          'last_seen',
        ],
        ...groups.map((group) => [
          group.state,
          group.category,
          group.code,
          group.operation,
          group.message,
          group.server,
          group.clients,
          group.count,
          group.share,
          group.first_seen,
          group.last_seen,
        ]),
      ]),
    );

  return (
    <section className="errors-list" aria-label="Error groups">
      <header className="errors-bar">
        <h1 className="vh">Errors</h1>
        <Segments
          label="State"
          value={search.state ?? 'all'}
          choices={[
            { value: 'all', label: `All ${states === undefined ? '' : count(all)}` },
            ...GROUP_STATES.map((state) => ({
              value: state,
              label: `${GROUP_MARKS[state].word} ${states === undefined ? '' : count(states[state])}`,
            })),
          ]}
          onChoose={(state) =>
            void navigate({
              to: '.',
              search: (held) => defined({ ...held, state: state === 'all' ? undefined : state }),
            })
          }
        />
        <span className="sm muted">share of {counted(failures, 'failure')}</span>
        <StaleMark query={query} />
        <span className="row end no-print">
          <select
            className="btn"
            aria-label="Sort by"
            value={search.sort ?? 'count'}
            onChange={(event) =>
              void navigate({
                to: '.',
                search: (held) => defined({ ...held, sort: sortOf(event.target.value) }),
              })
            }
          >
            {Object.entries(SORTS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <Button kind="ghost" onClick={save} disabled={groups.length === 0}>
            <Download size={14} aria-hidden="true" /> CSV
          </Button>
        </span>
      </header>
      <div className={`errors-bulk no-print${chosen.length > 0 ? ' on' : ''}`}>
        <Checkbox
          aria-label="Select all groups"
          checked={chosen.length > 0 && chosen.length === groups.length}
          onChange={(event) => setPicked(new Set(event.target.checked ? groups.map(({ id }) => id) : []))}
        />
        {chosen.length === 0 ? (
          <span className="sm muted">None selected</span>
        ) : (
          <>
            <b>{count(chosen.length)} selected</b>
            <span className="muted">
              {counted(
                chosen.reduce((sum, group) => sum + group.count, 0),
                'failure',
              )}
            </span>
            <GroupActions groups={chosen} />
            <button type="button" className="btn ghost end" onClick={() => setPicked(new Set())}>
              Clear <kbd>Esc</kbd>
            </button>
          </>
        )}
      </div>
      <div className="groups-frame">
        <DataBody
          query={query}
          height={420}
          skeleton={<SkeletonRows rows={12} />}
          empty={() => (groups.length === 0 ? 'error groups' : undefined)}
          goodWhenEmpty={failures === 0 && search.state === undefined && filter.q === undefined}
        >
          {() => (
            <>
              <Heads />
              <ul className="groups">
                {groups.map((group, index) => (
                  <GroupRow
                    key={group.id}
                    group={group}
                    open={group.id === open}
                    cursor={index === at}
                    checked={picked.has(group.id)}
                    onCheck={(on) => pick(group.id, on)}
                  />
                ))}
              </ul>
              {query.hasNextPage && (
                <p className="errors-more">
                  <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    Show more
                  </Button>
                </p>
              )}
            </>
          )}
        </DataBody>
      </div>
    </section>
  );
}

function sortOf(value: string): GroupSort | undefined {
  return value === 'last_seen' || value === 'first_seen' ? value : undefined;
}

/** Names of the columns; the rows name their figures themselves where they are cards. */
function Heads() {
  return (
    <div className="group group-heads sm" aria-hidden="true">
      <span className="group-check" />
      <span className="group-state">State</span>
      <span className="group-category">Category</span>
      <span className="group-what">Code, operation, message</span>
      <span className="group-server">Server</span>
      <span className="num group-clients">Clients</span>
      <span className="num group-count">Count</span>
      <span className="num group-share">Share</span>
      <span className="group-spark">Trend</span>
      <span className="num group-first">First</span>
      <span className="num group-last">Last</span>
    </div>
  );
}
