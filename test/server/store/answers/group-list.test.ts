import { expect, it } from 'vitest';
import { groupPage, type Listed, type Position } from '../../../../server/store/answers/group-list.ts';

const RANGE = { from: 100, to: 200 };
const ALL = { sort: 'count', news: false, limit: 50 } as const;

const group = (id: number, more: Partial<Listed> = {}): Listed => ({
  ...{ id, state: 'open', since: 50, until: null, firstSeen: 50, lastSeen: 150, regressed: false, count: 1 },
  ...more,
});

it('pages through every order without losing or repeating a group; ties are in order of creation', () => {
  const groups = Array.from({ length: 23 }, (_, n) =>
    group(n, { count: n % 3, firstSeen: n % 2, lastSeen: (n * 7) % 5 }),
  );
  for (const sort of ['count', 'first_seen', 'last_seen'] as const) {
    const ask = { ...ALL, sort };
    const whole = groupPage(groups, ask, RANGE, 0, undefined);
    const ids: number[] = [];
    let after: Position | undefined;
    do {
      const page = groupPage(groups, { ...ask, limit: 4 }, RANGE, 0, after);
      expect(page.total).toBe(23);
      ids.push(...page.ids);
      after = page.next;
    } while (after !== undefined);
    expect(ids).toEqual(whole.ids);
    expect(new Set(ids).size).toBe(23);
  }
});

it('lists as many as fit, those with the most failures or the latest times first', () => {
  const groups = [
    group(1, { count: 2, firstSeen: 3, lastSeen: 8 }),
    group(2, { count: 3, firstSeen: 1, lastSeen: 7 }),
    group(3, { count: 1, firstSeen: 2, lastSeen: 9 }),
  ];
  const first = (sort: 'count' | 'first_seen' | 'last_seen') =>
    groupPage(groups, { ...ALL, sort, limit: 2 }, RANGE, 0, undefined).ids;
  expect([first('count'), first('first_seen'), first('last_seen')]).toEqual([
    [2, 1],
    [1, 3],
    [3, 1],
  ]);
});

it('ends with a page that is exactly full', () => {
  const page = groupPage([group(1), group(2)], { ...ALL, limit: 2 }, RANGE, 0, undefined);
  expect(page).toMatchObject({ ids: [1, 2], next: undefined });
});

it('counts all states and lists those requested, as of now', () => {
  const groups = [
    group(1),
    group(2, { state: 'muted', until: 500 }),
    group(3, { state: 'muted' }),
    group(4, { state: 'resolved' }),
  ];
  const at = (now: number) => groupPage(groups, { ...ALL, state: ['open'] }, RANGE, now, undefined);
  expect(at(499)).toMatchObject({ states: { open: 1, acknowledged: 0, resolved: 1, muted: 2 }, ids: [1] });
  expect(at(500)).toMatchObject({ states: { open: 2, muted: 1 }, total: 2, ids: [1, 2] });
});

it('has as news what was first seen within the range, and what regressed before its end', () => {
  const seen = [99, 100, 199, 200].map((firstSeen, id) => group(id, { firstSeen }));
  const page = groupPage(
    [...seen, group(9, { regressed: true, since: 199 }), group(10, { regressed: true, since: 200 })],
    { ...ALL, news: true },
    RANGE,
    0,
    undefined,
  );
  expect(page.ids).toEqual([1, 2, 9]);
});
