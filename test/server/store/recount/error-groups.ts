import { expect } from 'vitest';
import type { Filter, GroupsAsk, Store } from '../../../../server/store/store.ts';
import type { ErrorGroup } from '../../../../shared/api/error-groups.ts';
import { GROUP_STATES } from '../../../../shared/group-state.ts';
import { NOW } from '../records.ts';
import {
  atOf,
  before,
  distinct,
  expectPoints,
  expectRows,
  isBlurred,
  iso,
  over,
  type Question,
  share,
} from './figures.ts';
import { groupAt } from './group-states.ts';
import { causeOf, type History } from './history.ts';
import { clientOf, EVER, failuresIn } from './selection.ts';

/** The cause that a group is of. */
export const causeOfRow = (row: ErrorGroup) =>
  causeOf(row.server, row.operation, row.code, row.category, row.message);

/** Asks for all pages. */
async function allOf(store: Store, filter: Filter, ask: Omit<GroupsAsk, 'cursor'>) {
  const first = await store.errorGroups(filter, ask, NOW);
  const items = [...first.items];
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = await store.errorGroups(filter, { ...ask, cursor }, NOW);
    expect({ ...page, items: [], next_cursor: null }).toEqual({ ...first, items: [], next_cursor: null });
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  expect(items).toHaveLength(first.total);
  return { ...first, items };
}

/** Expects of each group what its responses and people made of it. */
function expectStates(history: History, { from, to }: Filter, items: readonly ErrorGroup[]): void {
  for (const row of items) {
    const { standing } = groupAt(history, causeOfRow(row), NOW);
    expect(row).toMatchObject(standing);
    if (history.isReinspected) continue;
    const times = failuresIn(history, { ...EVER })
      .filter(({ cause }) => cause === causeOfRow(row))
      .map(({ of }) => atOf(of));
    const [first, last] = [Math.min(...times), Math.max(...times)];
    expect(row).toMatchObject({
      first_seen: iso(first),
      last_seen: iso(last),
      new: first >= from && first < to,
    });
  }
}

export const errorGroups: Question = async (store, history, filter) => {
  const ask = { limit: 4, sort: 'count', news: false } as const;
  const all = await allOf(store, filter, ask);
  const failures = failuresIn(history, over(filter, all));
  expect(all.failures).toBe(failures.length);
  expectRows([all.items, causeOfRow], [failures, ({ cause }) => cause], (own) => ({
    ...{ count: own.length, sparkline: own.length, share: share(own.length, failures.length) },
    clients: distinct(own.map(({ of }) => clientOf(of))),
  }));
  expectStates(history, filter, all.items);
  const inState = (state: string) => all.items.filter((row) => row.state === state);
  const states = Object.fromEntries(GROUP_STATES.map((state) => [state, inState(state).length]));
  expect(all.states).toEqual(states);
  const marks = { states, failures: failures.length };
  for (const state of GROUP_STATES) {
    const some = await allOf(store, filter, { ...ask, limit: 500, state: [state] });
    expect(some).toMatchObject({ ...marks, items: inState(state) });
  }
  const news = await allOf(store, filter, { ...ask, limit: 500, news: true });
  const isNews = (row: ErrorGroup) =>
    row.new || (row.regressed && groupAt(history, causeOfRow(row), NOW).since < filter.to);
  expect(news).toMatchObject({ ...marks, items: all.items.filter(isNews) });
  for (const sort of ['last_seen', 'first_seen'] as const) {
    const { items } = await allOf(store, filter, { ...ask, sort });
    const values = all.items.map((row) => row[sort]);
    expect(items.map((row) => row[sort])).toEqual(values.sort().reverse());
    expect(new Set(items)).toEqual(new Set(all.items));
  }
  const counts = all.items.map(({ count }) => count);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  const [first] = all.items;
  const detail = first && (await store.errorGroup(first.id, filter, NOW));
  if (detail === undefined) return;
  const { changes } = groupAt(history, causeOfRow(detail), NOW);
  expect(detail).toMatchObject({
    ...first,
    history: changes,
    sparkline: detail.sparkline,
    share: detail.share,
  });
  const ownIn = (range: Filter) =>
    failuresIn(history, range).filter(({ cause }) => cause === causeOfRow(detail));
  expectPoints(detail.trend, detail.bucket_ms, ownIn(over(filter, detail)));
  if (!isBlurred(history, filter))
    expect([null, ownIn(before(filter)).length]).toContain(detail.previous_count);
};
