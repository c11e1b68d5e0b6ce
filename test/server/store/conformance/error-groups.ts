import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import { CATEGORY_INFO } from '../../../../shared/codes.ts';
import { batch, DAY, failure, HOUR, MINUTE, NOW, record, SECOND } from '../records.ts';
import { type Bench, GROUPS, LAST_DAY } from './bench.ts';

/** Error groups and their states. */
export function errorGroups(on: Bench): void {
  describe('an error group', () => {
    const fail = (given: object = {}) => record({ response: failure('INTERNAL_ERROR', 'boom 1'), ...given });
    const resolve = async (change: object = {}) =>
      on.store.changeGroup((await on.only()).id, { state: 'resolved', by: 'dana', at: NOW, ...change });
    const LATER: Filter = { from: NOW - DAY, to: NOW + DAY };

    it('is one row per cause, with its clients and its share', async () => {
      await on.store.append([
        fail({ client: 'a', at: NOW - 3 * HOUR }),
        record({ response: failure('INTERNAL_ERROR', 'boom 2'), client: 'b' }),
        record({ response: failure('INTERNAL_ERROR', 'other'), operation: 'else' }),
      ]);
      const { items, failures, states } = await on.store.errorGroups(LAST_DAY, GROUPS, NOW);
      expect(failures).toBe(3);
      expect(states.open).toBe(2);
      expect(items[0]).toMatchObject({
        operation: 'list',
        count: 2,
        clients: 2,
        share: 2 / 3,
        state: 'open',
        new: true,
        first_seen: new Date(NOW - 3 * HOUR).toISOString(),
      });
      expect(items[0]?.sparkline.reduce((sum, n) => sum + n, 0)).toBe(2);
      const detail = await on.store.errorGroup(items[0]?.id ?? '', LAST_DAY, NOW);
      expect(detail).toMatchObject({ category: 'internal', guidance: CATEGORY_INFO.internal.guidance });
    });

    it('is paged through without losing one', async () => {
      await on.store.append(
        ['a', 'b', 'c', 'd', 'e'].flatMap((operation, i) =>
          Array.from({ length: 1 + (i % 2) }, () => fail({ operation })),
        ),
      );
      const seen: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const page = await on.store.errorGroups(
          LAST_DAY,
          { ...GROUPS, limit: 2, ...(cursor && { cursor }) },
          NOW,
        );
        seen.push(...page.items.map(({ operation }) => operation));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(['b', 'd', 'a', 'c', 'e']);
    });

    it('regresses if it returns after it was resolved, and says in which version', async () => {
      await on.store.append([fail({ server_version: '1.0' })]);
      expect(await resolve()).toMatchObject({ state: 'resolved' });
      await on.store.append([fail({ at: NOW - 2 * MINUTE, receivedAt: NOW + 1 })]);
      expect((await on.only()).state).toBe('resolved');
      const again = fail({ at: NOW + MINUTE, server_version: '1.1' });
      await on.store.append([again, again]);
      const group = await on.only(LATER);
      expect(group).toMatchObject({ state: 'open', regressed: true, regressed_in: '1.1' });
      const detail = await on.store.errorGroup(group.id, LATER, NOW + HOUR);
      expect(detail?.history.map(({ by, from, to, regressed }) => [by, from, to, regressed])).toEqual([
        ['system', 'resolved', 'open', true],
        ['dana', 'open', 'resolved', false],
      ]);
      const bad = detail?.samples.filter(({ first }) => first);
      expect(bad?.map(({ server_version }) => server_version)).toEqual(['1.1']);
      const news = await on.store.errorGroups(LATER, { ...GROUPS, news: true }, NOW + HOUR);
      expect(news.items).toHaveLength(1);
      const before = { from: NOW - MINUTE, to: NOW + MINUTE };
      expect(await on.store.errorGroups(before, { ...GROUPS, news: true }, NOW + HOUR)).toMatchObject({
        states: { open: 1 },
        items: [],
      });
    });

    it('can be restored to its earlier state: regressed since its return, resolved in its version', async () => {
      await on.store.append([fail({ server_version: '1.0' })]);
      await resolve();
      await on.store.append([fail({ at: NOW + 1, server_version: '1.0' })]);
      await resolve({ version: '1.1' });
      await on.store.append([fail({ at: NOW + MINUTE, server_version: '1.1' })]);
      const returned = await on.only(LATER);
      for (const at of [NOW + 30 * MINUTE, NOW + 40 * MINUTE]) {
        await on.store.changeGroup(returned.id, { state: 'acknowledged', by: 'dana', at });
        expect(await on.only(LATER)).toMatchObject({ state: 'acknowledged', regressed: false });
        await on.store.changeGroup(returned.id, {
          ...{ state: 'open', regressed: true, version: '1.1', by: 'dana', at },
        });
        expect(await on.only(LATER)).toEqual(returned);
      }
      const detail = await on.store.errorGroup(returned.id, LATER, NOW + HOUR);
      expect(detail?.samples.filter(({ first }) => first)).toMatchObject([{ server_version: '1.1' }]);
      await resolve({ version: '1.2' });
      expect(await on.only(LATER)).toMatchObject({ resolved_in: '1.2', regressed: false });
    });

    it('resolved in a version, does not regress in an earlier one', async () => {
      await on.store.append([fail({ server_version: '1.9' })]);
      await resolve({ version: '1.10' });
      await on.store.append([fail({ at: NOW + MINUTE, server_version: '1.9.3' })]);
      expect((await on.only(LATER)).state).toBe('resolved');
      await on.store.append([fail({ at: NOW + MINUTE, server_version: '1.11' })]);
      expect(await on.only(LATER)).toMatchObject({ state: 'open', regressed_in: '1.11' });
    });

    it('resolved in a version without numbers, does not regress in one first seen earlier in the same append', async () => {
      await on.store.append([fail({ at: NOW - HOUR })]);
      await resolve({ version: 'beta' });
      const at = (minutes: number, server_version: string) =>
        fail({ at: NOW + minutes * MINUTE, receivedAt: NOW + HOUR, server_version });
      await on.store.append([at(9, 'alpha'), at(1, 'alpha'), at(5, 'beta')]);
      expect(await on.only(LATER)).toMatchObject({ state: 'open', regressed_in: 'beta' });
    });

    it('muted until a time, is open from then on', async () => {
      await on.store.append([fail()]);
      const { id } = await on.only();
      await on.store.changeGroup(id, { state: 'muted', until: NOW + HOUR, by: 'dana', at: NOW });
      const at = async (now: number) => (await on.store.errorGroups(LAST_DAY, GROUPS, now)).items[0];
      expect(await at(NOW)).toMatchObject({
        state: 'muted',
        muted_until: new Date(NOW + HOUR).toISOString(),
      });
      expect(await at(NOW + HOUR)).toMatchObject({ state: 'open', muted_until: null });
    });

    it('muted until a count, is open after that many more failures', async () => {
      await on.store.append([fail()]);
      const { id } = await on.only();
      await on.store.changeGroup(id, { state: 'muted', untilCount: 2, by: 'dana', at: NOW });
      await on.store.append([fail({ at: NOW + MINUTE })]);
      expect(await on.only(LATER)).toMatchObject({ state: 'muted', muted_until_count: 1 });
      await on.store.append([fail({ at: NOW + MINUTE })]);
      expect((await on.only(LATER)).state).toBe('open');
    });

    it('can be changed back the way it was changed', async () => {
      await on.store.append([fail()]);
      const { id } = await on.only();
      await on.store.changeGroup(id, { state: 'acknowledged', by: 'dana', at: NOW });
      expect(await on.store.changeGroup(id, { state: 'open', by: 'dana', at: NOW + 1 })).toMatchObject({
        state: 'open',
        regressed: false,
      });
      expect(await on.store.changeGroup('zzz', { state: 'open', by: 'dana', at: NOW })).toBeUndefined();
    });

    it('is changed only if its history is as long as the change says, counting a mute that ran out', async () => {
      await on.store.append([fail()]);
      const { id } = await on.only();
      const change = (at: number, given: object) =>
        on.store.changeGroup(id, { state: 'resolved', by: 'dana', at, ...given });
      expect(await change(NOW, { state: 'muted', until: NOW + HOUR })).toMatchObject({
        changes: 1,
        before: { state: 'open' },
      });
      expect(await change(NOW + HOUR, { changes: 1 })).toMatchObject({
        changes: 2,
        newest: { by: 'system', from: 'muted', to: 'open' },
      });
      expect(await change(NOW + HOUR, { changes: 2 })).toMatchObject({
        state: 'resolved',
        changes: 3,
        before: { state: 'open', muted_until: null },
      });
      const detail = await on.store.errorGroup(id, LATER, NOW + HOUR);
      expect(detail?.history).toHaveLength(3);
    });

    it('splits its failures by client, version and details, with samples and the first bad one', async () => {
      const one = (n: number, reason: string) =>
        fail({
          at: NOW - n * MINUTE,
          client: n === 3 ? undefined : 'ide',
          client_version: n === 3 ? undefined : `2.${n}`,
          server_version: `1.${n}`,
          response: failure('INTERNAL_ERROR', `boom ${n}`, { reason }),
        });
      await on.store.append([one(3, 'lock'), one(2, 'lock'), one(1, 'disk')]);
      const detail = await on.store.errorGroup((await on.only()).id, LAST_DAY, NOW);
      const shares = Object.fromEntries(
        (detail?.breakdowns ?? []).map(({ dimension, values }) => [
          dimension,
          values.map(({ value, count }) => `${value} ${count}`),
        ]),
      );
      expect(shares).toMatchObject({
        client: ['ide 2', 'unidentified 1'],
        client_version: ['ide 2.1 1', 'ide 2.2 1'],
        'details.reason': ['lock 2', 'disk 1'],
      });
      expect(detail?.samples.map(({ message, first }) => [message, first])).toEqual([
        ['boom 1', false],
        ['boom 2', false],
        ['boom 3', true],
      ]);
      const then = { from: NOW - DAY, to: NOW - 90 * SECOND };
      const earlier = await on.store.errorGroup((await on.only()).id, then, NOW);
      expect(earlier?.samples.map(({ message }) => message)).toEqual(['boom 2', 'boom 3']);
      expect(detail?.versions.map(({ version }) => version)).toEqual(['1.1', '1.2', '1.3']);
      expect(detail?.trend.reduce((sum, [, n]) => sum + n, 0)).toBe(3);
    });

    it('splits the failures of batch members by details, too', async () => {
      const failed = (reason: string) => failure('INTERNAL_ERROR', 'boom', { reason });
      const nested = batch({ operation: 'list', result: failed('lock') });
      await on.store.append([
        fail({ response: failed('lock') }),
        record({
          response: batch(
            { operation: 'pay', result: failed('else') },
            { operation: 'pay', result: nested },
            { operation: 'list', result: failed('disk') },
          ),
        }),
      ]);
      const { items } = await on.store.errorGroups(LAST_DAY, GROUPS, NOW);
      const { id = '' } = items.find(({ operation }) => operation === 'list') ?? {};
      const detail = await on.store.errorGroup(id, LAST_DAY, NOW);
      const reasons = detail?.breakdowns.find(({ dimension }) => dimension === 'details.reason');
      expect(reasons?.values.map(({ value, count }) => [value, count])).toEqual([
        ['lock', 2],
        ['disk', 1],
      ]);
    });

    it('shows only failures in the filter, except for the first bad one', async () => {
      const minutes = (n: number) => NOW - n * MINUTE;
      await on.store.append([
        fail({ client: 'bot', at: minutes(40), request_id: 'first' }),
        fail({ client: 'ide', at: minutes(30), request_id: 'ide', server_version: '2' }),
        ...Array.from({ length: 12 }, (_, n) => fail({ client: 'bot', at: minutes(20 - n) })),
        record({
          at: minutes(2),
          client: 'ide',
          request_id: 'batch',
          response: batch(
            { operation: 'list', result: failure('INTERNAL_ERROR', 'boom 7') },
            { operation: 'list', result: { success: true, data: 1 } },
          ),
        }),
      ]);
      const { id } = await on.only();
      const shown = async (more: Partial<Filter>) => {
        const detail = await on.store.errorGroup(id, { ...LAST_DAY, ...more }, NOW);
        return {
          count: detail?.count,
          samples: detail?.samples.map(({ client, message, first }) => [client, message, first]),
          clients: detail?.breakdowns
            .filter(({ dimension }) => dimension === 'client')
            .flatMap(({ values }) => values.map(({ value, count }) => [value, count])),
        };
      };
      const first = ['bot', 'boom 1', true];
      const ofIde = {
        count: 2,
        samples: [['ide', 'boom 7', false], ['ide', 'boom 1', false], first],
        clients: [['ide', 2]],
      };
      expect(await shown({ client: ['ide'] })).toEqual(ofIde);
      expect(await shown({ notClient: ['bot'] })).toEqual(ofIde);
      expect(await shown({ client: ['ide'], outcome: ['failure'] })).toMatchObject({
        count: 1,
        samples: [['ide', 'boom 1', false], first],
      });
      const afterAll = { from: minutes(1), to: NOW, client: ['ide'] };
      expect(await shown(afterAll)).toEqual({ ...ofIde, count: 0, clients: [] });
      // The words are a batch member's own, as in the log.
      expect(await shown({ q: 'boom', client: ['ide'] })).toEqual(ofIde);
      expect(await shown({ q: '7', client: ['ide'] })).toEqual({
        count: 1,
        samples: [['ide', 'boom 7', false], first],
        clients: [['ide', 1]],
      });
    });
  });
}
