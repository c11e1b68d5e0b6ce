import { describe, expect, it } from 'vitest';
import { DAY, deprecated, failure, HOUR, MINUTE, NOW, record, warned } from '../records.ts';
import { ASK, type Bench, GROUPS, LAST_DAY } from './bench.ts';

/** Metrics over time, and failures by category. */
export function series(on: Bench): void {
  describe('a series', () => {
    it('has a point for every bucket of a count and none for an empty bucket of a duration', async () => {
      await on.store.append([record({ at: NOW - 3 * HOUR, duration_ms: 50 }), record({ at: NOW - MINUTE })]);
      const ask = { bucket: '1h', limit: 12 } as const;
      const counts = await on.store.series(LAST_DAY, { metric: 'responses', ...ask });
      expect(counts.bucket_ms).toBe(HOUR);
      expect(counts.series).toHaveLength(1);
      const points = counts.series[0]?.points ?? [];
      expect(points).toHaveLength(25);
      expect(points.every(([at]) => at % HOUR === 0)).toBe(true);
      expect(points.reduce((sum, [, n]) => sum + n, 0)).toBe(2);
      const durations = await on.store.series(LAST_DAY, { metric: 'duration_p95', ...ask });
      expect(durations.series[0]?.points).toHaveLength(1);
    });

    it('is widened to at most 300 points, and says so', async () => {
      const range = { from: NOW - 90 * DAY, to: NOW };
      const { bucket_ms, series } = await on.store.series(range, {
        metric: 'errors',
        bucket: '1m',
        limit: 1,
      });
      expect(series[0]?.points.length).toBeLessThanOrEqual(300);
      expect(bucket_ms).toBeGreaterThan(MINUTE);
    });

    it('sums what exceeds its limit in one series', async () => {
      await on.store.append(['a', 'a', 'a', 'b', 'b', 'c', 'd'].map((server) => record({ server })));
      const { series } = await on.store.series(LAST_DAY, {
        metric: 'responses',
        groupBy: 'server',
        bucket: '1d',
        limit: 2,
      });
      const totals = series.map(({ key, points }) => [key, points.reduce((sum, [, n]) => sum + n, 0)]);
      expect(totals).toEqual([
        ['a', 3],
        ['b', 2],
        ['other', 2],
      ]);
    });

    it.each([
      [
        'responses',
        'client',
        [
          ['ide', 3],
          ['unidentified', 1],
        ],
      ],
      [
        'responses',
        'outcome',
        [
          ['success', 2],
          ['failure', 2],
        ],
      ],
      [
        'errors',
        'category',
        [
          ['internal', 1],
          ['not_found', 1],
        ],
      ],
      [
        'errors',
        'code',
        [
          ['INTERNAL_ERROR', 1],
          ['NOT_FOUND_RESOURCE', 1],
        ],
      ],
      [
        'warnings',
        'severity',
        [
          ['medium', 2],
          ['high', 1],
        ],
      ],
      ['warnings', 'class', [['other', 3]]],
    ] as const)('counts %s by %s', async (metric, groupBy, expected) => {
      await on.store.append([
        record({ client: 'ide', response: failure('INTERNAL_ERROR') }),
        record({ response: failure('NOT_FOUND_RESOURCE') }),
        record({ client: 'ide', response: warned({ code: 'A', message: 'm', severity: 'high' }) }),
        record({ client: 'ide', response: warned({ code: 'A', message: 'm', occurrence_count: 2 }) }),
      ]);
      const { series } = await on.store.series(LAST_DAY, { metric, groupBy, bucket: '1d', limit: 12 });
      const totals = series.map(({ key, points }) => [key, points.reduce((sum, [, n]) => sum + n, 0)]);
      expect(totals.toSorted()).toEqual(expected.toSorted());
    });
  });

  it('draws in every list when something happened, and the trend of a score with it', async () => {
    const from = Math.floor(NOW / DAY) * DAY - 2 * DAY;
    const filter = { from, to: from + DAY };
    const broken = { success: false, error: { code: 'DISK', message: 'no room', details: 'none' } };
    const hours = [2, 5, 11, 14, 20, 23];
    const times = hours.map((hour) => from + hour * HOUR + 40 * MINUTE);
    await on.store.append([
      ...times.map((at) => record({ at, client: 'ide', response: broken })),
      ...times.map((at) => record({ at, client: 'bot', response: warned(deprecated('old')) })),
      record(),
    ]);
    const drawn = (times: number) => Array.from({ length: 24 }, (_, i) => (hours.includes(i) ? times : 0));
    const { items: servers } = await on.store.servers(filter);
    expect(servers).toMatchObject([{ sparkline: drawn(2), failure_sparkline: drawn(1) }]);
    const [group] = (await on.store.errorGroups(filter, GROUPS, NOW)).items;
    const detail = await on.store.errorGroup(group?.id ?? '', filter, NOW);
    const { items: deprecations } = await on.store.deprecations(filter, ASK, NOW);
    const { items: violations } = await on.store.violations(filter);
    const { items: clients } = await on.store.clients(filter);
    const { codes } = await on.store.warnings(filter);
    const lists = [group, detail, ...deprecations, ...codes, ...clients, ...violations];
    expect(lists.map((row) => row?.sparkline)).toEqual(lists.map(() => drawn(1)));
    expect(lists.length).toBeGreaterThanOrEqual(7);
    const [scored] = (await on.store.conformance(filter)).servers;
    expect(scored?.trend.map(([at]) => at)).toEqual(hours.map((hour) => from + hour * HOUR + 30 * MINUTE));
  });

  it('sorts failures into categories and codes', async () => {
    await on.store.append([
      record({ response: failure('VALIDATION_MISSING_PARAM') }),
      record({ response: failure('VALIDATION_MISSING_PARAM') }),
      record({ response: failure('VALIDATION_ODD') }),
      record({ response: failure('INTERNAL_ERROR') }),
      record(),
    ]);
    const all = await on.store.errors(LAST_DAY);
    expect(all).toMatchObject({ total: 4, responses: 5 });
    expect(all.categories.map(({ count }) => count)).toEqual([3, 0, 0, 0, 0, 0, 0, 1, 0]);
    expect(all.categories[0]).toMatchObject({
      share: 0.75,
      codes: [
        { code: 'VALIDATION_MISSING_PARAM', count: 2, registered: true },
        { code: 'VALIDATION_ODD', count: 1, registered: false },
      ],
    });
    const prefix = await on.store.errors({ ...LAST_DAY, code: ['VALIDATION_M*'] });
    expect(prefix).toMatchObject({ total: 2, responses: 5 });
  });
}
