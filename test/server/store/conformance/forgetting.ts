import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import { deprecated, failure, MINUTE, NOW, quota, record, SECOND, warned } from '../records.ts';
import { ASK, finish as allOf, type Bench, GROUPS, LAST_DAY } from './bench.ts';

/** Servers that are forgotten. */
export function forgetting(on: Bench): void {
  describe('a server that is forgotten', () => {
    const named = (server: string, n: number) =>
      Array.from({ length: n }, (_, i) => record({ server, at: NOW - (i + 1) * SECOND }));
    const servers = async () =>
      (await on.store.servers(LAST_DAY)).items.map(({ name, responses }) => [name, responses]);
    const finish = (server?: string) => allOf(() => on.store.forgetRest(server));

    it('gives up its name and pin at once: what is reported under it stays, whoever deletes the rest', async () => {
      await on.store.append(named('shop', 900));
      await on.store.pin('shop', 'plain');
      expect(await on.store.forget('shop')).toMatchObject({ more: true });
      expect(await on.store.pins()).toEqual(new Map());
      await on.store.append(named('shop', 2));
      await finish();
      await on.store.append(named('shop', 1));
      expect(await on.store.forgetRest('shop')).toBeUndefined();
      expect(await servers()).toEqual([['shop', 3]]);
    });

    it('leaves no id to what is reported at the same time afterwards', async () => {
      const idsOf = async (server: string) =>
        (await on.store.append(named(server, 3))).map((answer) => 'id' in answer && answer.id);
      const gone = await idsOf('shop');
      await on.store.forget('shop');
      await finish();
      const later = await idsOf('notes');
      expect(new Set([...gone, ...later]).size).toBe(6);
      for (const id of gone) expect(await on.store.response(id || '')).toBeUndefined();
    });

    it('leaves no id of an error group or a deprecated item to what is reported afterwards', async () => {
      const idsOf = async (server: string) => {
        await on.store.append([
          record({ server, response: failure('X') }),
          record({ server, response: warned(deprecated('old')) }),
        ]);
        const groups = await on.store.errorGroups(LAST_DAY, GROUPS, NOW);
        const items = await on.store.deprecations(LAST_DAY, { windowDays: 7, threshold: 0 }, NOW);
        return [...groups.items, ...items.items].map(({ id }) => id);
      };
      const gone = await idsOf('shop');
      expect(gone).toHaveLength(2);
      await on.store.forget('shop');
      await finish();
      const later = await idsOf('notes');
      expect(later).toHaveLength(2);
      expect(later.filter((id, at) => id === gone[at])).toEqual([]);
    });

    it('is deleted together with an earlier one of its name that is not gone yet', async () => {
      await on.store.append([...named('shop', 900), ...named('notes', 900)]);
      const others = await on.store.forget('notes');
      await on.store.forget('shop');
      await on.store.append(named('shop', 2));
      expect(await on.store.forget('shop')).toBeDefined();
      await on.store.append(named('shop', 1));
      await finish('shop');
      expect(await on.store.forgetRest('shop')).toBeUndefined();
      const left = others?.more ? [expect.stringMatching(/^notes is only partly deleted/)] : [];
      expect((await on.store.diagnose()).faults).toEqual(left);
      await finish();
      expect(await servers()).toEqual([['shop', 1]]);
      expect((await on.store.diagnose()).faults).toEqual([]);
    });

    it('is marked as being deleted while it is still listed, and can be neither forgotten twice nor pinned', async () => {
      await on.store.append([...named('shop', 900), ...named('notes', 1)]);
      const begun = await on.store.forget('shop');
      const { items } = await on.store.servers(LAST_DAY);
      expect(items.map(({ forgetting }) => forgetting).toSorted()).toEqual(
        begun?.more ? [false, true] : [false],
      );
      const going = items.find(({ forgetting }) => forgetting)?.name ?? '';
      expect(going).not.toBe('shop');
      expect(await on.store.forget(going)).toBeUndefined();
      expect(await on.store.pin(going, 'result')).toBeUndefined();
      await finish();
      expect(await servers()).toEqual([['notes', 1]]);
    });

    it('is not judged again, so that nothing of it is stored for the server that has its name now', async () => {
      await on.store.append([...named('shop', 900), ...named('notes', 2)]);
      const kept = async () => (await on.store.kept({ limit: 1000 })).items;
      const shop = (await kept()).filter(({ server }) => server === 'shop');
      await on.store.forget('shop');
      const again = record({ server: 'shop', response: failure('X') });
      await on.store.reinspect({
        ids: shop.map(({ id }) => id),
        catalogue: 9,
        changed: shop.map(({ id }) => ({ id, record: again })),
      });
      expect((await kept()).map(({ server }) => server)).toEqual(['notes', 'notes']);
      await finish();
      expect(await servers()).toEqual([['notes', 2]]);
      expect((await on.store.diagnose()).faults).toEqual([]);
    });

    it('is gone in the same transaction that saves what was learnt without it', async () => {
      const saved = ['a', 'b'].map((name) => ({ name, value: Buffer.from(`without ${name}`) }));
      expect(await on.store.forget('shop', saved)).toBeUndefined();
      expect(await on.store.recall('a')).toBeUndefined();
      await on.store.append(named('shop', 1));
      await on.store.forget('shop', saved);
      const kept = await Promise.all(['a', 'b'].map((name) => on.store.recall(name)));
      expect(kept.map((value) => Buffer.from(value ?? []).toString())).toEqual(['without a', 'without b']);
    });

    it('can be deleted further by its name as long as no other server has that', async () => {
      await on.store.append(named('shop', 2));
      const begun = await on.store.forget('shop');
      const again = await on.store.forget('shop');
      expect(again?.responses).toBe(begun?.more ? 0 : undefined);
      await finish('shop');
      expect(await on.store.forget('shop')).toBeUndefined();
      expect(await on.store.forgetRest()).toBeUndefined();
    });

    it('leaves nothing behind, and everything of others', async () => {
      const slow = {
        code: 'PERFORMANCE_SLOW_QUERY_WARNING',
        message: 'm',
        details: { operation: 'list', duration_ms: 4000, threshold_ms: 1000 },
      };
      const said = (n: number) => [
        failure('X', `boom ${n}`),
        { success: true },
        warned({ code: 'A', message: 'm' }),
        warned(slow, deprecated('old'), quota('requests', 800 + n)),
      ];
      const varied = (n: number) =>
        record({
          server: `s${n % 3}`,
          at: NOW - n * MINUTE,
          client: n % 4 === 0 ? undefined : `c${n % 2}`,
          response: said(n)[Math.floor(n / 3) % 4],
        });
      await on.store.append(Array.from({ length: 200 }, (_, n) => varied(n + 1)));
      const others: Filter = { ...LAST_DAY, server: ['s0', 's2'] };
      const ask = async (filter: Filter) => [
        await on.store.overview(filter),
        await on.store.errors(filter),
        await on.store.warnings(filter),
        await on.store.violations(filter),
        await on.store.errorGroups(filter, GROUPS, NOW),
        await on.store.deprecations(filter, ASK, NOW),
        await on.store.quotas(filter, NOW),
        await on.store.responses(filter, { limit: 500 }),
      ];
      const before = await ask(others);
      expect(await ask(LAST_DAY)).not.toEqual(before);
      const first = await on.store.forget('s1');
      const rest = first?.more ? await finish() : 0;
      expect((first?.responses ?? 0) + rest).toBe(67);
      expect(await ask(others)).toEqual(before);
      expect(await ask(LAST_DAY)).toEqual(before);
      expect(await on.store.forget('s1')).toBeUndefined();
      expect((await on.store.diagnose()).faults).toEqual([]);
    });

    it('leaves no ordinal that resumes a live stream with what came later at the same time', async () => {
      await on.store.append([record({ server: 'a' }), record({ server: 'b' })]);
      while ((await on.store.forget('b'))?.more === true);
      await on.store.append([record({ server: 'b' })]);
      const rows = await on.store.since(0, LAST_DAY, 10);
      expect(rows?.map(({ ordinal, row }) => [ordinal, row.server])).toEqual([
        [1, 'a'],
        [3, 'b'],
      ]);
    });

    it('changes the identity of the store, which differs between stores', async () => {
      await on.store.append([record({ server: 'a' }), record({ server: 'b' })]);
      const identity = async (of = on.store) => (await of.stored()).identity;
      const before = await identity();
      await on.store.append([record({ server: 'a' })]);
      expect(await identity()).toBe(before);
      while ((await on.store.forget('b'))?.more === true);
      expect(await identity()).not.toBe(before);
      const other = await on.engine.open();
      expect(await identity(other)).not.toBe(before);
      await other.close();
    });
  });
}
