import { describe, expect, it } from 'vitest';
import type { Retention } from '../../../../server/store/store.ts';
import { DAY, deprecated, failure, HOUR, MINUTE, NOW, quota, record, SECOND, warned } from '../records.ts';
import { ASK, type Bench, EVER, FOREVER, finish, GROUPS } from './bench.ts';

const TWO_DAYS: Retention = { keepMs: 2 * DAY, maxBytes: null };

/** What a policy removes and what it keeps. */
export function retention(on: Bench): void {
  describe('a policy', () => {
    const retain = (policy: Retention) => finish(() => on.store.retain(policy, NOW));

    it('removes whole days that are too old, and keeps their counts', async () => {
      await on.store.append(
        [0, 1, 2, 3, 4, 5].flatMap((day) =>
          Array.from({ length: 200 }, (_, n) =>
            record({
              at: NOW - day * DAY - HOUR - n,
              response: n % 2 === 0 ? { success: true, data: n } : failure('INTERNAL_ERROR', `boom ${n}`),
            }),
          ),
        ),
      );
      const before = await on.store.errors(EVER);
      // All of the day before yesterday stays, though some of it is older.
      expect(await retain(TWO_DAYS)).toBe(600);
      expect(await on.store.stored()).toMatchObject({ responses: 600 });
      expect(await on.store.errors(EVER)).toEqual(before);
      const { items, next_cursor } = await on.store.responses(EVER, { limit: 700 });
      expect(items).toHaveLength(600);
      expect(next_cursor).toBeNull();
      expect((await on.store.response(items[599]?.id ?? ''))?.raw).toContain('"response"');
      expect((await on.store.diagnose()).faults).toEqual([]);
    });

    it('keeps a response whole, though all that was stored with it is removed', async () => {
      const old = Array.from({ length: 99 }, (_, n) => record({ at: NOW - 5 * DAY - n }));
      await on.store.append([...old, record()]);
      expect(await retain(TWO_DAYS)).toBe(99);
      const [left] = (await on.store.responses(EVER, { limit: 1 })).items;
      expect((await on.store.response(left?.id ?? ''))?.raw).toContain('"response"');
    });

    it('keeps the session of what stays, and knows it again when all before was removed', async () => {
      const send = (days: number, session: string) =>
        on.store.append([record({ at: NOW - days * DAY, session })]);
      const newest = async () => {
        const [row] = (await on.store.responses(EVER, { limit: 1 })).items;
        return (await on.store.response(row?.id ?? ''))?.session;
      };
      await send(5, 'a');
      await send(4, 'b');
      await send(1, 'a');
      expect(await retain(TWO_DAYS)).toBe(2);
      expect(await newest()).toBe('a');
      await send(0, 'b');
      expect(await newest()).toBe('b');
    });

    it('keeps the uses of deprecated items in what stays', async () => {
      const use = (days: number, session: string) =>
        record({ at: NOW - days * DAY, session, client: 'ide', response: warned(deprecated('old')) });
      await on.store.append([use(5, 'a'), use(1, 'b')]);
      const [row] = (await on.store.deprecations(EVER, ASK, NOW)).items;
      const callers = async () => (await on.store.deprecation(row?.id ?? '', EVER, ASK, NOW))?.callers;
      const [before] = (await callers()) ?? [];
      expect(await retain(TWO_DAYS)).toBe(1);
      expect(await callers()).toMatchObject([{ client: 'ide', sessions: 1, response: before?.response }]);
    });

    it('still counts the violations of what it removed, but shows no response that is gone', async () => {
      const broken = (at: number) => record({ at, response: { success: true } });
      await on.store.append([broken(NOW - 5 * DAY), broken(NOW - 4 * DAY), record()]);
      const shown = async () => {
        const { items } = await on.store.violations(EVER);
        return items.map(({ rule, count, response }) => [rule, count, response === null]);
      };
      expect(await shown()).toEqual([['ENV-03', 2, false]]);
      expect(await retain(TWO_DAYS)).toBe(2);
      expect(await shown()).toEqual([['ENV-03', 2, true]]);
      expect((await on.store.diagnose()).faults).toEqual([]);
    });

    it('quarantines what is older than the last response removed, and nothing before any was removed', async () => {
      await retain(TWO_DAYS);
      const late = () => record({ at: NOW - 9 * DAY, receivedAt: NOW, response: failure('GONE') });
      await on.store.append([late()]);
      expect(await on.store.stored()).toMatchObject({ responses: 1, quarantined: 0 });
      expect(await retain(TWO_DAYS)).toBe(1);
      await on.store.append([record({ at: NOW - 9 * DAY - 1, receivedAt: NOW }), record()]);
      expect(await on.store.stored()).toMatchObject({ responses: 1, quarantined: 1 });
      expect((await on.store.errors(EVER)).total).toBe(1);
      expect((await on.store.diagnose()).faults).toEqual([]);
    });

    it('spares the newest thousand if a size cannot be reached, and says by how much', async () => {
      await on.store.append(Array.from({ length: 1500 }, (_, n) => record({ at: NOW - n * MINUTE })));
      const policy = { keepMs: null, maxBytes: 1 };
      expect(await retain(policy)).toBe(500);
      const { excess = 0, ...rest } = await on.store.retain(policy, NOW);
      expect(rest).toEqual({ responses: 0, more: false });
      expect(excess).toBeGreaterThan(1);
      expect(await on.store.stored()).toMatchObject({ responses: 1000 });
      expect((await on.store.overview(EVER)).totals.responses).toBe(1500);
    });

    it('removes quarantined responses first if a size is exceeded, and spares the newest thousand of these too', async () => {
      const times = Array.from({ length: 1200 }, (_, n) => NOW - n * MINUTE);
      await on.store.append(times.map((at) => record({ at, session: 's' })));
      await on.store.append(
        Array.from({ length: 1300 }, (_, n) =>
          record({ at: 0, receivedAt: NOW, ...(n === 0 && { session: 's' }) }),
        ),
      );
      expect(await on.store.stored()).toMatchObject({ responses: 1200, quarantined: 1300 });
      const policy = { keepMs: null, maxBytes: 1 };
      for (let more = true; more; ) {
        ({ more } = await on.store.retain(policy, NOW));
        const { responses, quarantined } = await on.store.stored();
        expect(responses === 1200 || quarantined === 1000).toBe(true);
      }
      expect(await on.store.stored()).toMatchObject({ responses: 1000, quarantined: 1000 });
      expect((await on.store.diagnose()).faults).toEqual([]);
    });

    it('removes what is more than an hour ahead before what others sent, with what it counted for', async () => {
      const said = (n: number) =>
        n % 3 === 0 ? warned(quota('requests', 800 + n)) : n % 3 === 1 ? failure('LOST') : { success: true };
      const sent = (server: string, count: number, first: number) =>
        on.store.append(
          Array.from({ length: count }, (_, n) =>
            record({ server, id: `${n}`, at: first + n * SECOND, receivedAt: NOW, response: said(n) }),
          ),
        );
      await sent('right', 1100, NOW - HOUR);
      await sent('near', 20, NOW + HOUR - 20 * SECOND);
      const before = await on.store.overview(EVER);
      await sent('ahead', 700, NOW + 9 * HOUR);
      const policy = { keepMs: null, maxBytes: 1 };
      const responses = async () => (await on.store.stored()).responses;
      for (let more = true; more && (await responses()) > 1120; )
        ({ more } = await on.store.retain(policy, NOW));
      expect(await responses()).toBe(1120);
      const { totals, categories } = await on.store.overview(EVER);
      expect({ totals, categories }).toEqual({ totals: before.totals, categories: before.categories });
      expect((await on.store.diagnose()).faults).toEqual([]);
      await retain(policy);
      expect(await responses()).toBe(1020);
      expect((await on.store.overview(EVER)).totals).toEqual(before.totals);
      await sent('ahead', 700, NOW + 9 * HOUR);
      expect((await on.store.overview(EVER)).totals.responses).toBe(1820);
    });

    it('knows nothing to have been seen later than now by what was ahead', async () => {
      const [old, ahead] = [NOW - 2 * HOUR, NOW + 9 * HOUR];
      const sent = (at: number, n: number) =>
        record({
          at,
          id: `${at + n}`,
          receivedAt: NOW,
          server_version: '2',
          client: 'ide',
          response: [warned(deprecated('ping')), failure('LOST'), { success: true }][n % 3],
        });
      await on.store.append(Array.from({ length: 1100 }, (_, n) => sent(old - n, n)));
      await on.store.append(Array.from({ length: 60 }, (_, n) => sent(ahead + n, n)));
      expect((await on.store.servers(EVER)).items[0]?.last_seen).toBe(new Date(ahead + 59).toISOString());
      await retain({ keepMs: null, maxBytes: 1 });
      const answers = await Promise.all([
        on.store.servers(EVER),
        on.store.clients(EVER),
        on.store.warnings(EVER),
        on.store.deprecations(EVER, ASK, NOW),
        on.store.violations(EVER),
        on.store.errorGroups(EVER, GROUPS, NOW),
      ]);
      const seen = JSON.stringify(answers).match(/(?<="last_seen":")[^"]+/g) ?? [];
      expect(seen.length).toBeGreaterThanOrEqual(5);
      expect(seen.filter((time) => Date.parse(time) > NOW)).toEqual([]);
    });

    it('never quarantines what arrives on time, even if a clock that was ahead removed responses', async () => {
      const ahead = NOW + 300 * DAY;
      const [reached, later] = [ahead - 1, NOW + MINUTE];
      await on.store.append(Array.from({ length: 1300 }, (_, n) => record({ at: reached - n * SECOND })));
      const policy = { keepMs: null, maxBytes: 1 };
      expect(await finish(() => on.store.retain(policy, ahead))).toBe(300);
      const [one, another] = await on.store.append([
        record({ at: NOW, receivedAt: later }),
        record({ at: ahead - HOUR, receivedAt: ahead }),
      ]);
      expect(one).toMatchObject({ quarantined: false });
      expect(another).toMatchObject({ quarantined: true });
      await on.store.append(Array.from({ length: 9 }, (_, n) => record({ at: NOW + n, receivedAt: later })));
      const page = await on.store.responses({ from: NOW, to: later }, { limit: 7 });
      expect(page.items).toHaveLength(7);
      // No figure tells them apart from what was removed.
      expect([10, null]).toContain(page.total);
    });

    it('that keeps everything removes nothing', async () => {
      await on.store.append([record({ at: NOW - 300 * DAY, receivedAt: NOW })]);
      expect(await retain(FOREVER)).toBe(0);
      expect((await on.store.stored()).responses).toBe(1);
    });

    it('leaves an end of a range exact, or says how wide it became', async () => {
      const at = Math.floor((NOW - 3 * DAY) / DAY) * DAY + HOUR;
      const times = [1, 20, 40].map((seconds) => at + seconds * 1000);
      await on.store.append(times.map((time) => record({ at: time })));
      expect(await retain(TWO_DAYS)).toBe(3);
      const filter = { from: at + 30_000, to: at + 2 * HOUR };
      const { responses, covered } = await on.store.errors(filter);
      const from = covered === undefined ? filter.from : Date.parse(covered.from);
      expect(responses).toBe(times.filter((time) => time >= from).length);
      expect(from).toBeLessThanOrEqual(filter.from);
    });

    it('leaves the log a total that counts nothing that is gone, or none', async () => {
      const store = await (on.engine.openTight ?? on.engine.open)();
      const at = Math.floor((NOW - 3 * DAY) / DAY) * DAY + HOUR;
      await store.append([record({ at })]);
      expect(await finish(() => store.retain(TWO_DAYS, NOW))).toBe(1);
      await store.append(
        Array.from({ length: 20 }, (_, n) => record({ at: at + n + 1, receivedAt: NOW - HOUR })),
      );
      const page = await store.responses(EVER, { limit: 7 });
      expect(page.items).toHaveLength(7);
      expect([20, null]).toContain(page.total);
      expect(page.partial).toBeUndefined();
      await store.close();
    });

    it('returns space, and takes less, without changing any answer', async () => {
      await on.store.append(Array.from({ length: 600 }, (_, n) => record({ at: NOW - n * 15 * MINUTE })));
      await retain(TWO_DAYS);
      const { items } = await on.store.responses(EVER, { limit: 200 });
      const answers = async () => [
        await on.store.overview(EVER),
        await on.store.responses(EVER, { limit: 50 }),
        ...(await Promise.all(items.map(({ id }) => on.store.response(id)))),
      ];
      const before = await answers();
      while ((await on.store.tidy()).more);
      expect(await answers()).toEqual(before);
      while ((await on.store.compact()).more);
      expect(await answers()).toEqual(before);
      expect((await on.store.diagnose()).faults).toEqual([]);
    });
  });
}
