import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import { EVER, FOREVER, finish } from '../conformance/bench.ts';
import { newFile, tiersOf, withStore } from '../files.ts';
import { DAY, failure, HOUR, MINUTE, NOW, quota, record, warned } from '../records.ts';

describe('a SQLite file from which cells or responses were removed', () => {
  it.each([10, 40, 85, 450])('answers for a day %i days ago from the cells that are left', async (age) => {
    await withStore(newFile(), async (store) => {
      const from = Math.floor((NOW - age * DAY) / DAY) * DAY;
      const filter = { from, to: from + DAY };
      const records = Array.from({ length: 144 }, (_, n) =>
        record({
          at: from - 2 * DAY + n * 30 * MINUTE + 61_000,
          duration_ms: n,
          response: n % 4 === 0 ? failure('INTERNAL_ERROR', 'boom') : { success: true, data: n },
        }),
      );
      await store.append(records);
      const answers = async () => {
        const overview = await store.overview(filter);
        const sumOf = (points: readonly (readonly [number, number])[]) =>
          points.reduce((sum, [, n]) => sum + n, 0);
        const ask = { metric: 'errors', bucket: '1m', limit: 5 } as const;
        return {
          totals: overview.totals,
          previous: overview.previous,
          responses: sumOf(overview.series.responses),
          categories: overview.categories,
          errors: (await store.series(filter, ask)).series.map(({ points }) => sumOf(points)),
          servers: (await store.servers(filter)).items.map(({ responses, sparkline }) => [
            responses,
            sparkline.reduce((sum, n) => sum + n, 0),
          ]),
          conformance: (await store.conformance(filter)).servers.map(({ responses }) => responses),
        };
      };
      const before = await answers();
      expect(before).toMatchObject({
        totals: { responses: 48, failures: 12 },
        previous: { responses: 48 },
        responses: 48,
        errors: [12],
        servers: [[48, 48]],
      });
      const retain = () => finish(() => store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
      expect(await retain()).toBe(144);
      // Cells are removed once no responses are left to remove.
      expect(await retain()).toBe(0);
      expect(await answers()).toEqual(before);
      expect((await store.diagnose()).faults).toEqual([]);
    });
  });

  it.each([10, 40, 85])(
    'draws a day %i days ago in parts no finer than the cells that are left',
    async (age) => {
      await withStore(newFile(), async (store) => {
        const from = Math.floor((NOW - age * DAY) / DAY) * DAY;
        await store.append(Array.from({ length: 720 }, (_, n) => record({ at: from + n * MINUTE })));
        const drawn = async () =>
          (await store.servers({ from, to: from + 12 * HOUR })).items[0]?.sparkline ?? [];
        expect(await drawn()).toEqual(Array(24).fill(30));
        expect(await finish(() => store.retain(FOREVER, NOW))).toBe(0);
        const left = await drawn();
        expect(left).toEqual(Array(left.length).fill(720 / left.length));
      });
    },
  );

  it.each([10, 40, 85, 450])('has a quota that was read %i days ago', async (age) => {
    await withStore(newFile(), async (store) => {
      const at = NOW - age * DAY;
      const reading = (metric: string, hours: number, current: number) =>
        record({ at: at - hours * HOUR, response: warned(quota(metric, current)) });
      await store.append([
        ...[3, 2, 1, 0].map((hours) => reading('requests_per_day', hours, 900 - hours)),
        ...[0, 1, 2, 3].map((hours) => reading('daily', hours - age * 24, 800 + hours)),
      ]);
      expect(await finish(() => store.retain(FOREVER, NOW))).toBe(0);
      const newest = async (filter: Filter) =>
        Object.fromEntries(
          (await store.quotas(filter, NOW)).items.map(({ metric, current }) => [metric, current]),
        );
      const tomorrow = NOW + DAY;
      expect(await newest({ from: at - DAY, to: tomorrow })).toEqual({ requests_per_day: 900, daily: 800 });
      expect(await newest({ from: at - DAY, to: at + HOUR })).toEqual({ requests_per_day: 900 });
      // A cell cut by the end gives the newest reading it has.
      expect(await newest({ from: at - 3 * HOUR, to: at - 1 })).toMatchObject({
        requests_per_day: expect.any(Number),
      });
      expect(await newest({ from: at + DAY, to: NOW })).toEqual({ daily: 801 });
    });
  });

  it('says that an end of the range is wider if its responses are no longer stored', async () => {
    await withStore(newFile(), async (store) => {
      const at = Math.floor((NOW - 3 * DAY) / DAY) * DAY + HOUR;
      await store.append([1, 20, 40].map((seconds) => record({ at: at + seconds * 1000 })));
      const filter = { from: at + 30_000, to: at + 2 * HOUR };
      const counted = async () => {
        const { total: _, responses, covered } = await store.errors(filter);
        return { responses, covered };
      };
      expect(await counted()).toEqual({ responses: 1, covered: undefined });
      expect(await finish(() => store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW))).toBe(3);
      expect(await counted()).toEqual({
        responses: 3,
        covered: { from: new Date(at).toISOString(), to: new Date(filter.to).toISOString() },
      });
      expect((await store.errors({ ...filter, from: at - HOUR })).covered).toBeUndefined();
      expect(await store.stored()).toMatchObject({ responses: 0, servers: 1 });
    });
  });

  it('counts late responses in the cells that are left of their time, and judges them again', async () => {
    const file = newFile();
    const at = NOW - 10 * DAY;
    const made = (n: number, response: unknown) =>
      record({ id: `${n}`, at: at + n, receivedAt: NOW, duration_ms: 100 + n, response });
    await withStore(file, async (store) => {
      await store.append(Array.from({ length: 20 }, (_, n) => made(n, { success: true, data: n })));
      await finish(() => store.retain(FOREVER, NOW));
      await store.append([20, 21, 22].map((n) => made(n, { success: true, data: n })));
      const again = [
        () => failure('ONE'),
        (n: number) => warned(quota('daily', n)),
        () => failure('TWO'),
        (n: number) => warned(quota('daily', 23 - n)),
      ];
      for (const response of again) {
        const { items } = await store.kept({ limit: 30 });
        const changed = items.map(({ id }, n) => ({ id, record: made(n, response(n)) }));
        await store.reinspect({ ids: items.map(({ id }) => id), catalogue: 8, changed });
      }
      expect((await store.overview(EVER)).totals).toMatchObject({ responses: 23, failures: 0 });
      expect((await store.quotas(EVER, NOW)).items).toMatchObject([{ metric: 'daily', current: 1 }]);
      expect((await store.diagnose()).faults).toEqual([]);
    });
    for (const table of ['traffic_cells', 'quota_cells'])
      expect(tiersOf(file, table)).toEqual([1, 2, 3, 4, 5]);
  });

  it('gives the same answers while cells are removed piece by piece', async () => {
    await withStore(newFile(), async (store) => {
      const start = Math.floor((NOW - 20 * DAY) / DAY) * DAY;
      await store.append(
        Array.from({ length: 1000 }, (_, n) =>
          record({ at: start + (n * 7 + 13) * MINUTE, receivedAt: NOW }),
        ),
      );
      const hours = Array.from({ length: 100 }, (_, n) => ({
        from: start + n * HOUR + 20 * MINUTE,
        to: start + (n + 3) * HOUR + 20 * MINUTE,
      }));
      const answers = async () => {
        const counts: number[] = [];
        for (const range of hours) counts.push((await store.overview(range)).totals.responses);
        return counts;
      };
      const before = await answers();
      let pieces = 0;
      for (let more = true; more; pieces++) {
        ({ more } = await store.retain(FOREVER, NOW));
        if (pieces % 3 === 0) expect(await answers()).toEqual(before);
      }
      expect(pieces).toBeGreaterThan(50);
    });
  });

  it.each([0, 90, 500])(
    'keeps fine cells again two days after a clock was once %i days ahead',
    async (ahead) => {
      await withStore(newFile(), async (store) => {
        await store.append([record({ at: NOW - MINUTE }), record({ at: NOW + 20 * HOUR, receivedAt: NOW })]);
        await finish(() => store.retain(FOREVER, NOW + ahead * DAY));
        await store.append([record({ at: NOW, response: warned(quota('requests', 810)) })]);
        await finish(() => store.retain(FOREVER, NOW));
        const later = NOW + 2 * DAY;
        await store.append(
          [0, 1, 2].map((n) => record({ at: later - n * MINUTE, response: failure('LATE') })),
        );
        const ask = { metric: 'errors', bucket: '1m', limit: 5 } as const;
        const { series, bucket_ms } = await store.series({ from: later - HOUR, to: later + MINUTE }, ask);
        expect(bucket_ms).toBe(MINUTE);
        expect(series[0]?.points.filter(([, n]) => n > 0)).toHaveLength(3);
        expect((await store.overview({ from: NOW - DAY, to: later + MINUTE })).totals.responses).toBe(6);
        expect((await store.diagnose()).faults).toEqual([]);
      });
    },
  );

  it('says that responses no longer stored could not be examined', async () => {
    await withStore(newFile(), async (store) => {
      const filter = { from: NOW - 5 * DAY, to: NOW };
      const ours = { ...filter, client: ['ide'], operation: ['list'] };
      await store.append(
        Array.from({ length: 200 }, (_, n) => record({ at: NOW - n * HOUR - MINUTE, client: 'ide' })),
      );
      const counted = async (asked: Filter) => {
        const { totals, previous, partial } = await store.overview(asked);
        return [totals.responses, previous?.responses, partial];
      };
      const recent = { ...ours, from: NOW - 2 * DAY };
      expect(await counted(ours)).toEqual([120, undefined, undefined]);
      expect(await counted(recent)).toEqual([48, 48, undefined]);
      const removed = await finish(() => store.retain({ keepMs: 3 * DAY, maxBytes: null }, NOW));
      const left = 200 - removed;
      expect(await counted(filter)).toEqual([120, undefined, undefined]);
      expect(await counted(ours)).toEqual([left, undefined, true]);
      expect(await counted(recent)).toEqual([48, undefined, undefined]);
      const from = Date.parse((await store.overview(ours)).covered?.from ?? '');
      expect(from).toBe(NOW - left * HOUR - MINUTE + 1);
      expect(await store.clients({ ...filter, operation: ['list'] })).toMatchObject({
        partial: true,
        items: [{ responses: left }],
      });
      for (const limit of [10, 100])
        expect((await store.responses(filter, { limit })).total, `${limit}`).toBe(left);
    });
  });
});
