import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import { DAY, failure, HOUR, incidentAfterMany, MINUTE, NOW, record, SECOND, warned } from '../records.ts';
import { type Bench, finish, LAST_DAY } from './bench.ts';

/** The overview page, and what is failing now. */
export function overview(on: Bench): void {
  describe('the overview', () => {
    it('counts outcomes, warnings at the threshold, violations and durations, compared with the previous period', async () => {
      await on.store.append([
        record({ duration_ms: 100 }),
        record({
          duration_ms: 300,
          response: warned({ code: 'A_W', message: 'm', severity: 'high', occurrence_count: 3 }),
        }),
        record({ response: warned({ code: 'A_W', message: 'm', severity: 'low' }) }),
        record({ response: failure('INTERNAL_ERROR') }),
        record({ response: { success: true } }),
        record({ at: NOW - DAY - HOUR, response: failure('INTERNAL_ERROR') }),
        record({ at: NOW - 3 * DAY }),
      ]);
      const { totals, previous, categories } = await on.store.overview({ ...LAST_DAY, severityMax: 1 });
      expect(totals).toMatchObject({
        responses: 5,
        failures: 1,
        warnings: 3,
        warned: 1,
        broken: 1,
        timed: 2,
      });
      expect(totals.duration_p50 ?? 0).toBeGreaterThan(97);
      expect(totals.duration_p50 ?? 0).toBeLessThan(103);
      expect(previous).toMatchObject({ responses: 1, failures: 1, duration_p95: null });
      expect(categories).toHaveLength(9);
      expect(categories.find(({ category }) => category === 'internal')).toMatchObject({
        count: 1,
        share: 1,
      });
    });

    it('has buckets of the requested width, and no previous period from before anything was stored', async () => {
      await on.store.append([record({ at: NOW - DAY - HOUR - 1 }), record({ at: NOW - HOUR })]);
      const { bucket_ms, series } = await on.store.overview(LAST_DAY, '1h');
      expect(bucket_ms).toBe(HOUR);
      expect(series.responses.reduce((sum, [, n]) => sum + n, 0)).toBe(1);
      expect(series.responses).toHaveLength(25);
      expect(series.previous_responses).toEqual([[NOW - (NOW % HOUR), 0]]);
    });

    it('keeps to its range exactly, to the millisecond', async () => {
      const at = NOW - 5 * HOUR;
      await on.store.append([-1, 0, 1, 2, 3].map((ms) => record({ at: at + ms })));
      const responses = async (from: number, to: number) =>
        (await on.store.overview({ from, to })).totals.responses;
      expect(await responses(at, at + 3)).toBe(3);
      expect(await responses(at, NOW)).toBe(4);
      expect(await responses(at - DAY, at)).toBe(1);
    });

    it('names what is failing now, since when and in which version', async () => {
      const before = Array.from({ length: 50 }, (_, i) =>
        record({ at: NOW - DAY + i * 20 * MINUTE, server_version: '1.0', client: `c${i % 4}` }),
      );
      const start = NOW - 40 * MINUTE;
      const bad = Array.from({ length: 30 }, (_, i) =>
        record({
          at: start + i * MINUTE,
          server_version: '2.0',
          client: `c${i % 2}`,
          operation: 'pay',
          response: failure('INTERNAL_ERROR', `ledger ${i}`),
        }),
      );
      await on.store.append([...before, ...bad]);
      const { incident, servers } = await on.store.overview(LAST_DAY);
      expect(incident).toMatchObject({
        server: 'shop',
        code: 'INTERNAL_ERROR',
        category: 'internal',
        operation: 'pay',
        state: 'open',
        since: new Date(start).toISOString(),
        count: 30,
        failures: 30,
        clients: 2,
        all_clients: 4,
        version: '2.0',
      });
      const first = await on.store.response(incident?.first_response ?? '');
      expect(first?.message).toBe('ledger 0');
      const change = { state: 'muted', until: NOW + HOUR, by: 'dana', at: NOW } as const;
      await on.store.changeGroup(incident?.group ?? '', change);
      expect((await on.store.overview(LAST_DAY)).incident?.state).toBe('muted');
      await on.store.changeGroup(incident?.group ?? '', { state: 'open', by: 'dana', at: NOW });
      expect(servers[0]?.health).toBe('failing');
      expect((await on.store.servers(LAST_DAY)).items[0]?.health).toBe('failing');
      // For one client alone, that client's first response.
      const own = (await on.store.overview({ ...LAST_DAY, client: ['c1'] })).incident;
      expect(own).toMatchObject({ count: 15, clients: 1 });
      expect(await on.store.response(own?.first_response ?? '')).toMatchObject({
        client: 'c1',
        message: 'ledger 1',
      });
      // Also in a range in which nothing else happens.
      const short = { from: NOW - 26 * MINUTE, to: NOW - 11 * MINUTE + 1 };
      expect((await on.store.overview(short)).incident).toEqual({ ...incident, all_clients: 2 });
    });

    it('says since when it fails in a short range, too, however its failures are spread', async () => {
      const start = NOW - 9 * HOUR;
      // Seven failures in five minutes, and three in the fifteen minutes after.
      const minutes = [0, 0, 1, 1, 2, 3, 4, 7, 12, 17];
      const bad = Array.from({ length: 270 }, (_, i) =>
        record({
          at: start + (Math.floor(i / 10) * 20 + (minutes[i % 10] ?? 0)) * MINUTE,
          response: failure('INTERNAL_ERROR'),
        }),
      );
      await on.store.append([record({ at: NOW - 60 * DAY }), ...bad]);
      for (const length of [3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 3 * DAY]) {
        const { incident } = await on.store.overview({ from: NOW - length, to: NOW });
        expect(incident).toMatchObject({ since: new Date(start).toISOString(), count: 270 });
      }
    });

    it('says since when it fails by the counts once its first failures were removed, and then no version', async () => {
      const start = NOW - 6 * DAY;
      const before = record({ at: NOW - 50 * DAY, server_version: '1.0' });
      const bad = Array.from({ length: 6 * 144 }, (_, i) =>
        record({ at: start + i * 10 * MINUTE, server_version: '2.0', response: failure('INTERNAL_ERROR') }),
      );
      await on.store.append([before, ...bad]);
      const month = { from: NOW - 30 * DAY, to: NOW };
      const { incident } = await on.store.overview(month);
      const all = { count: bad.length, failures: bad.length };
      expect(incident).toMatchObject({ since: new Date(start).toISOString(), version: '2.0', ...all });
      await finish(() => on.store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
      const { incident: left } = await on.store.overview(month);
      expect(left).toMatchObject({ group: incident?.group, version: null, ...all });
      const since = Date.parse(left?.since ?? '');
      expect(since).toBeLessThanOrEqual(start);
      expect(since).toBeGreaterThan(start - (30 * DAY) / 96);
      expect(await on.store.response(left?.first_response ?? '')).toBeDefined();
    });

    it('has no incident of a server that is new, and has always failed as often', async () => {
      const steady = Array.from({ length: 20 * 60 }, (_, i) =>
        record({ at: NOW - i * MINUTE - 1, ...(i % 10 === 0 && { response: failure('INTERNAL_ERROR') }) }),
      );
      await on.store.append([record({ at: NOW - 60 * DAY, server: 'old' }), ...steady]);
      for (const length of [DAY, 7 * DAY, 30 * DAY])
        expect((await on.store.overview({ from: NOW - length, to: NOW })).incident).toBeNull();
    });

    it('names no version for an incident of the first one that the server ever reported', async () => {
      const failing = (server_version: string, from: number) =>
        Array.from({ length: 10 }, (_, i) =>
          record({ at: from + i * MINUTE, server_version, response: failure('INTERNAL_ERROR') }),
        );
      // Before it, the server only did not say which version it was.
      await on.store.append([record({ at: NOW - 3 * HOUR }), ...failing('1.0', NOW - 40 * MINUTE)]);
      expect((await on.store.overview(LAST_DAY)).incident).toMatchObject({ count: 10, version: null });
      // Nor is the first one new because another followed it.
      await on.store.append(failing('2.0', NOW - 20 * MINUTE));
      expect((await on.store.overview(LAST_DAY)).incident).toMatchObject({ count: 20, version: null });
    });

    it('names no version that the server had before, though it spoke another dialect then', async () => {
      const at = NOW - 20 * MINUTE;
      const bad = Array.from({ length: 10 }, (_, i) =>
        record({ at: at + i * MINUTE, server_version: '2.0', response: failure('INTERNAL_ERROR') }),
      );
      const flag = { success: true, pong: 1 };
      await on.store.append([
        record({ at: NOW - 5 * HOUR, server_version: '1.0' }),
        record({ at: NOW - 4 * HOUR, server_version: '2.0', tool: 'ping', response: flag }),
        ...bad,
      ]);
      expect((await on.store.overview(LAST_DAY)).incident).toMatchObject({ count: 10, version: null });
    });

    it('names the first response that the filter selects, not one of the same cause', async () => {
      const bad = (i: number, message: string, more: object = {}) =>
        record({ at: NOW - 40 * MINUTE + i * SECOND, response: failure('INTERNAL_ERROR', message), ...more });
      await on.store.append(
        Array.from({ length: 12 }, (_, i) => [bad(2 * i, 'ledger'), bad(2 * i + 1, 'paper')]).flat(),
      );
      const { incident } = await on.store.overview({ ...LAST_DAY, q: 'paper' });
      expect(incident).toMatchObject({
        since: new Date(NOW - 40 * MINUTE + SECOND).toISOString(),
        count: 12,
      });
      expect(await on.store.response(incident?.first_response ?? '')).toMatchObject({ message: 'paper' });
    });

    it('counts all clients of a narrowed incident, or has nothing if it could not examine all of them', async () => {
      await on.store.append(incidentAfterMany());
      const incidentOf = async (filter: Filter) => (await on.store.overview(filter)).incident;
      expect(await incidentOf(LAST_DAY)).toMatchObject({ clients: 12, all_clients: 13 });
      const narrowed = { ...LAST_DAY, operation: ['pay'] };
      const incident = await incidentOf(narrowed);
      expect(incident?.clients).toBe(12);
      expect([null, 13]).toContain(incident?.all_clients);
    });

    it.each([1, 7, 30, 90])('has a flat sparkline for constant traffic over %i days', async (days) => {
      const to = Math.floor(NOW / DAY) * DAY;
      const times = Array.from({ length: days * 24 }, (_, n) => to - n * HOUR - MINUTE);
      await on.store.append(times.map((at) => record({ at, receivedAt: NOW })));
      const { items } = await on.store.servers({ from: to - days * DAY, to });
      const parts = new Set(items[0]?.sparkline);
      expect(parts.size).toBe(1);
      expect(items[0]?.sparkline.length).toBeGreaterThanOrEqual(12);
    });

    it('counts a surge with gaps from the start of the last part', async () => {
      const ago = [170, 150, 130, 110, 90, 70, 50, 30, 29.9, 29.8, 29.7, 29.6];
      await on.store.append(
        ago.map((minutes) => record({ at: NOW - minutes * MINUTE, response: failure('INTERNAL_ERROR') })),
      );
      expect((await on.store.overview(LAST_DAY)).incident).toMatchObject({ count: 12, failures: 12 });
    });

    it('names nothing if failures keep their usual rate, as before a short range', async () => {
      const failing = (at: number) => record({ at, response: failure('INTERNAL_ERROR') });
      const usual = Array.from({ length: 720 }, (_, i) => failing(NOW - HOUR - (4 * i + 1) * MINUTE));
      const recent = Array.from({ length: 15 }, (_, i) => failing(NOW - (i + 1) * 30 * SECOND));
      const lastHour = { from: NOW - HOUR, to: NOW };
      await on.store.append([...usual, ...recent.slice(0, 10)]);
      expect((await on.store.overview(lastHour)).incident).toBeNull();
      // Two to three each ten minutes, and now more than five times as many.
      await on.store.append(recent.slice(10));
      expect((await on.store.overview(lastHour)).incident).not.toBeNull();
    });
  });
}
