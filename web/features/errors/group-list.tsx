import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ErrorGroup, GroupPatch } from '../../../shared/api/error-groups.ts';
import { isNarrowed } from '../../lib/filter.ts';
import { focusAround, focusLast } from '../../lib/focus.ts';
import { useListKeys } from '../../lib/list-keys.ts';
import { count } from '../../lib/numbers.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { Button } from '../../ui/button.tsx';
import { DataBody, PartMark, StaleMark } from '../../ui/data-panel.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { GroupHeads } from './group-heads.tsx';
import { GroupRow } from './group-row.tsx';
import { ListHead } from './list-head.tsx';
import { mutedForADay } from './mute.tsx';
import { categoriesQuestion } from './queries.ts';
import { useChangeGroups } from './use-change-groups.ts';
import { useGroups } from './use-groups.ts';

/** The groups in their previous order, new ones last. */
function inOrder(groups: readonly ErrorGroup[], order: readonly string[] | undefined): readonly ErrorGroup[] {
  if (order === undefined) return groups;
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: ErrorGroup) => places.get(id) ?? order.length;
  return groups.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The error groups in the filter, with their states, the bulk bar and the keyboard shortcuts. */
export function GroupList({ open }: { open: string | undefined }) {
  const filter = useFilter();
  const { state, sort } = useSearch({ from: '/errors' });
  const navigate = useNavigate({ from: '/errors' });
  const { query, groups: asked, failures } = useGroups();
  const responses = useQuery(categoriesQuestion(filter)).data?.responses ?? 0;
  const { change } = useChangeGroups();
  const [cursor, setCursor] = useState(open);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const list = JSON.stringify([filter, state, sort]);
  const [held, setHeld] = useState<{ readonly list: string; readonly order: readonly string[] }>();
  if (open !== undefined && open !== cursor) setCursor(open);
  // Live counts change the order, but not under the pointer.
  const groups = inOrder(asked, held?.list === list ? held.order : undefined);
  const at = groups.findIndex(({ id }) => id === cursor);
  const isEmpty = query.data !== undefined && groups.length === 0;
  const chosen = groups.filter(({ id }) => picked.has(id));
  // A group that left the list and comes back is not chosen any more.
  if (query.data !== undefined && chosen.length < picked.size) setPicked(new Set(chosen.map(({ id }) => id)));

  const pick = (id: string, on: boolean) =>
    setPicked((before) => {
      const next = new Set(before);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  const go = (id: string | undefined, replace = false) =>
    void (id === undefined
      ? navigate({ to: '/errors', search: true, resetScroll: false })
      : navigate({ to: '/errors/$group', params: { group: id }, search: true, resetScroll: false, replace }));
  // A key that is held down would resolve one group after the other.
  const once = (patchOf: () => GroupPatch) => (event: KeyboardEvent) => {
    if (event.repeat) return;
    // The panel of an open group shows these keys on its own buttons.
    const meant = open === undefined && chosen.length > 0 ? chosen : groups.filter(({ id }) => id === cursor);
    const patch = patchOf();
    // Those that have the state already would get an undo that undoes nothing; a mute may be a longer one.
    const on = meant.filter(({ state: its }) => its !== patch.state || its === 'muted');
    if (on.length === 0) return;
    // Its button may have the focus, and goes.
    const pressed =
      event.target instanceof Element && event.target.closest('.group-panel button, .errors-bulk button');
    if (pressed) focusAround(pressed);
    void change(on, patch);
  };
  useListKeys({
    list,
    count: groups.length,
    at,
    move: (to) => {
      const id = groups[to]?.id;
      if (id === undefined) return;
      setCursor(id);
      document.querySelector(`[data-group="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' });
      // One step of Back leads to the list, however many groups were looked at.
      if (open !== undefined) go(id, true);
    },
    link: () => document.querySelector<HTMLElement>('.group.cursor > .group-what'),
    opened: open,
    open: () => go(cursor),
    pane: () => document.querySelector<HTMLElement>('.group-panel'),
    keys: {
      Escape: () => (chosen.length > 0 ? setPicked(new Set()) : go(undefined)),
      e: once(() => ({ state: 'resolved' })),
      a: once(() => ({ state: 'acknowledged' })),
      m: once(mutedForADay),
      x: () => {
        if (cursor !== undefined && at >= 0) pick(cursor, !picked.has(cursor));
      },
    },
  });

  return (
    <section className="errors-list" aria-label="Error groups">
      <ListHead>
        <PartMark data={query.data?.pages[0]} />
        <StaleMark query={query} />
      </ListHead>
      {!isEmpty && <BulkBar groups={groups} chosen={chosen} choose={(ids) => setPicked(new Set(ids))} />}
      <div className="groups-frame">
        {!isEmpty && <GroupHeads />}
        <DataBody
          query={query}
          height={420}
          skeleton={<SkeletonRows rows={12} />}
          empty={() => (isEmpty ? emptyWords(state) : undefined)}
          goodWhenEmpty={failures === 0 && responses > 0 && state === undefined && !isNarrowed(filter)}
        >
          {() => (
            <>
              <ul
                onFocus={({ target }) => setCursor(target.closest('li')?.dataset.group)}
                onPointerEnter={() => setHeld({ list, order: groups.map(({ id }) => id) })}
                onPointerLeave={() => setHeld(undefined)}
              >
                {groups.map((group) => (
                  <GroupRow
                    key={group.id}
                    group={group}
                    open={group.id === open}
                    cursor={group.id === cursor}
                    checked={picked.has(group.id)}
                    onCheck={(on) => pick(group.id, on)}
                  />
                ))}
              </ul>
              {query.hasNextPage && (
                <p className="more">
                  <span className="muted">
                    {count(groups.length)} of {count(query.data?.pages[0]?.total ?? 0)}
                  </span>
                  <Button
                    disabled={query.isFetchingNextPage}
                    onClick={({ currentTarget }) => {
                      focusLast(currentTarget);
                      void query.fetchNextPage();
                    }}
                  >
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

const emptyWords = (state: ErrorGroup['state'] | undefined) =>
  state === undefined ? 'error groups' : `${state} error groups`;
