import { expect, it } from 'vitest';
import { batch, DAY, failure, HOUR, NOW, quota, record, warned } from '../records.ts';
import { type Bench, finish, GROUPS, LAST_DAY } from './bench.ts';

/** Second verdicts that replace the first. */
export function reinspecting(on: Bench): void {
  it('replaces the first verdict with a second', async () => {
    await on.store.append([record({ id: 'a', response: failure('X') }), record({ id: 'b' })]);
    const { id, count } = await on.only();
    await on.store.changeGroup(id, { state: 'acknowledged', by: 'me', at: NOW });
    const { items: kept, next_cursor } = await on.store.kept({ limit: 10 });
    expect(next_cursor).toBeNull();
    const before = (await on.log()).map((row) => row.id);
    const second = record({ id: 'b', response: failure('X', 'again') });
    const [target] = kept.filter(({ verdict }) => verdict.outcome === 'success');
    const ids = kept.map((item) => item.id);
    await on.store.reinspect({ ids, catalogue: 9, changed: [{ id: target?.id ?? '', record: second }] });
    expect((await on.log()).map((row) => row.id)).toEqual(before);
    expect(await on.only()).toMatchObject({ id, count: count + 1, state: 'acknowledged' });
    expect(await on.store.response(target?.id ?? '')).toMatchObject({ outcome: 'failure', catalogue: 9 });
    expect((await on.store.diagnose()).faults).toEqual([]);
    const gone = { id: 'zzz', record: second };
    await on.store.reinspect({ ids: [], catalogue: 9, changed: [gone] });
    expect((await on.store.overview(LAST_DAY)).totals.responses).toBe(2);
  });

  it('hands out a response with the groups that it and its members count for', async () => {
    const records = [
      record({ id: 'a' }),
      record({ id: 'b', response: failure('X') }),
      record({ id: 'c', response: batch({ result: failure('X') }, { result: failure('Y') }) }),
    ];
    const late = record({ id: 'd', at: NOW + 30 * DAY, receivedAt: NOW, response: failure('X') });
    await on.store.append([...records, late]);
    const { items } = await on.store.kept({ limit: 10 });
    const grouped = items.map(({ groups }) => groups && [...groups].sort());
    const expected = records.map(({ groups }) => groups.map(({ key }) => key).sort());
    expect(expected.map(({ length }) => length)).toEqual([0, 1, 2]);
    expect(grouped).toHaveLength(4);
    expect(grouped).toEqual(expect.arrayContaining([...expected, null]));
  });

  it('gives a group that comes of it the state and the history of the one that its first failure was in', async () => {
    const prose = (text: string) => ({ content: [{ type: 'text', text }], isError: true });
    const told = (id: string, text: string) => record({ id, response: prose(text) });
    await on.store.append([told('a', 'Error: one'), told('b', 'Error: one'), told('c', 'Error: one')]);
    const { id } = await on.only();
    await on.store.changeGroup(id, { state: 'acknowledged', by: 'me', at: NOW - 1 });
    await on.store.changeGroup(id, { state: 'muted', by: 'you', at: NOW, untilCount: 3 });
    const { items: kept } = await on.store.kept({ limit: 10 });
    const changed = kept
      .slice(0, 2)
      .map((item, n) => ({ id: item.id, record: told('ab'[n] ?? '', 'Error: other') }));
    await on.store.reinspect({ ids: kept.map((item) => item.id), catalogue: 9, changed });
    const groups = await on.store.errorGroups(LAST_DAY, GROUPS, NOW);
    expect(groups.items.map((group) => [group.message, group.count, group.state])).toEqual([
      ['Error: other', 2, 'muted'],
      ['Error: one', 1, 'muted'],
    ]);
    const [heir] = groups.items;
    const { history, muted_until_count } = (await on.store.errorGroup(heir?.id ?? '', LAST_DAY, NOW)) ?? {};
    expect(history?.map(({ to, by }) => [to, by])).toEqual([
      ['muted', 'you'],
      ['acknowledged', 'me'],
    ]);
    expect(muted_until_count).toBe(3);
    await on.store.append([told('d', 'Error: other'), told('e', 'Error: other'), told('f', 'Error: other')]);
    expect(await on.store.errorGroup(heir?.id ?? '', LAST_DAY, NOW)).toMatchObject({
      count: 5,
      state: 'open',
    });
    expect((await on.store.diagnose()).faults).toEqual([]);
  });

  it('leaves a group open that comes of several', async () => {
    const both = batch({ result: failure('X') }, { result: failure('Y') });
    await on.store.append([record({ response: both })]);
    for (const { id } of (await on.store.errorGroups(LAST_DAY, GROUPS, NOW)).items)
      await on.store.changeGroup(id, { state: 'muted', by: 'me', at: NOW });
    const { items } = await on.store.kept({ limit: 10 });
    const changed = items.map(({ id }) => ({ id, record: record({ response: failure('Z') }) }));
    await on.store.reinspect({ ids: changed.map(({ id }) => id), catalogue: 9, changed });
    expect(await on.only()).toMatchObject({ code: 'Z', state: 'open' });
  });

  it('leaves what is known of a quota to the last response of its time', async () => {
    const told = (current: number) => record({ response: warned(quota('calls', current)) });
    await on.store.append([told(810), told(820)]);
    const { items } = await on.store.kept({ limit: 1 });
    const changed = items.map(({ id }) => ({ id, record: told(810) }));
    await on.store.reinspect({ ids: changed.map(({ id }) => id), catalogue: 9, changed });
    expect((await on.store.quotas(LAST_DAY, NOW)).items).toMatchObject([{ current: 820 }]);
  });

  it('knows when failures and clients were seen, without responses judged differently now or forgotten', async () => {
    const hours = [4, 3, 2, 1];
    await on.store.append(
      hours.map((n) => record({ at: NOW - n * HOUR, client: 'ide', response: failure('X', `${n}`) })),
    );
    await on.store.append(
      [0.5, 5].map((n) => record({ at: NOW - n * HOUR, client: 'ide', server: 'other' })),
    );
    const seen = (first: number, last: number) => ({
      first_seen: new Date(NOW - first * HOUR).toISOString(),
      last_seen: new Date(NOW - last * HOUR).toISOString(),
    });
    expect(await on.only()).toMatchObject(seen(4, 1));
    const { items } = await on.store.kept({ limit: 10 });
    const changed = items
      .filter(({ at }) => at === NOW - 4 * HOUR || at === NOW - HOUR)
      .map(({ id, at }) => ({ id, record: record({ at, client: 'ide' }) }));
    await on.store.reinspect({ ids: changed.map(({ id }) => id), catalogue: 8, changed });
    expect(await on.only()).toMatchObject({ count: 2, ...seen(3, 2) });
    const client = async () => (await on.store.clients(LAST_DAY)).items;
    expect(await client()).toMatchObject([seen(5, 0.5)]);
    while ((await on.store.forget('other'))?.more);
    expect(await client()).toMatchObject([seen(4, 1)]);
  });

  it('tells a group by what its first failure says now, or one that was redacted', async () => {
    const says = (message: string, hours: number) =>
      record({ at: NOW - hours * HOUR, response: failure('X', message) });
    await on.store.append([says('as it was read', 3), says('and another', 2)]);
    expect(await on.only()).toMatchObject({ message: 'as it was read' });
    const { items } = await on.store.kept({ limit: 10 });
    const again = ['as it is read', 'and one more'];
    const changed = items.map(({ id }, n) => ({ id, record: says(again[n] ?? '', 3 - n) }));
    await on.store.reinspect({ ids: changed.map(({ id }) => id), catalogue: 8, changed });
    expect(await on.only()).toMatchObject({ count: 2, message: 'as it is read' });
    const [, other] = changed;
    const redacted = { id: other?.id ?? '', record: { ...says('[redacted]', 2), redacted: 1 } };
    await on.store.reinspect({ ids: [redacted.id], catalogue: 8, changed: [redacted] });
    expect(await on.only()).toMatchObject({ count: 2, message: '[redacted]' });
  });

  it('knows that a group whose stored failures are none by now was last seen before what was removed', async () => {
    await on.store.append([4, 0.5].map((days) => record({ at: NOW - days * DAY, response: failure('X') })));
    await finish(() => on.store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
    const { items } = await on.store.kept({ limit: 10 });
    const changed = items.map(({ id, at }) => ({ id, record: record({ at }) }));
    expect(changed).toHaveLength(1);
    await on.store.reinspect({ ids: changed.map(({ id }) => id), catalogue: 8, changed });
    const last = new Date(NOW - 4 * DAY).toISOString();
    const week = { from: NOW - 7 * DAY, to: NOW };
    const { items: groups } = await on.store.errorGroups(week, GROUPS, NOW);
    expect(groups).toMatchObject([{ count: 1, last_seen: last }]);
  });
}
