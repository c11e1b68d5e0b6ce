import { describe, expect, it } from 'vitest';
import { DAY, failure, HOUR, MINUTE, NOW, record, warned } from '../records.ts';
import { type Bench, LAST_DAY } from './bench.ts';

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
