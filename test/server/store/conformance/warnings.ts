import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../../server/store/store.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { batch, DAY, deprecated, failure, HOUR, MINUTE, NOW, quota, record, warned } from '../records.ts';
import { ASK, type Bench, LAST_DAY } from './bench.ts';

/** Warnings by code, deprecated items and quotas. */
export function warnings(on: Bench): void {
  it('counts warnings by code at a threshold, and default severities separately', async () => {
    await on.store.append([
      record({
        response: warned(
          { code: 'A', message: 'm', severity: 'high' },
          { code: 'A', message: 'n', severity: 'low', occurrence_count: 4 },
          { code: 'B', message: 'm' },
        ),
      }),
      record({ server: 'other', response: warned({ code: 'A', message: 'm', severity: 'medium' }) }),
    ]);
    const all = await on.store.warnings(LAST_DAY);
    expect(all).toMatchObject({
      total: 7,
      by_severity: { '0': 1, '1': 2, '2': 4 },
      defaulted: 1,
      responses: 2,
    });
    expect(all.codes[0]).toMatchObject({ code: 'A', count: 6, responses: 2, servers: 2, standard: false });
    const medium = await on.store.warnings({ ...LAST_DAY, severityMax: 1 });
    expect(medium.total).toBe(3);
    expect(medium.codes[0]).toMatchObject({ code: 'A', count: 2, by_severity: { '0': 1, '1': 1, '2': 4 } });
    expect((await on.log({ ...LAST_DAY, severityMax: 0 })).map(({ server }) => server)).toEqual(['shop']);
  });

  it('tells when a code was ever seen, whatever the range', async () => {
    const low = warned({ code: 'A', message: 'm', severity: 'low' });
    await on.store.append([
      record({ at: NOW - HOUR, operation: 'pay', response: low }),
      record({ at: NOW - MINUTE, response: warned({ code: 'A', message: 'm', severity: 'high' }) }),
    ]);
    const seen = { first_seen: iso(NOW - HOUR), last_seen: iso(NOW - MINUTE) };
    for (const part of [{ to: NOW - HOUR / 2 }, { from: NOW - HOUR / 2 }]) {
      const { codes } = await on.store.warnings({ ...LAST_DAY, ...part });
      expect(codes).toMatchObject([{ code: 'A', count: 1, servers: 1, ...seen }]);
    }
  });

  it('shows slow operations and truncations with their newest and worst', async () => {
    const slow = (ms: number) => ({
      code: 'PERFORMANCE_SLOW_QUERY_WARNING',
      message: `Operation took ${ms}ms (threshold: 1000ms)`,
      severity: 'low',
      details: { operation: 'scan', duration_ms: ms, threshold_ms: 1000 },
    });
    const cut = {
      code: 'VALIDATION_TRUNCATED_WARNING',
      message: 'cut',
      severity: 'low',
      details: { field: 'items', original_count: 100, truncated_count: 75, limit: 75 },
    };
    const more = { ...cut, details: { ...cut.details, truncated_count: 10 } };
    await on.store.append([
      record({ at: NOW - HOUR, response: warned(slow(4000)) }),
      record({ at: NOW - MINUTE, response: warned(slow(1500), cut, more) }),
    ]);
    const { slow: slows, truncations } = await on.store.warnings(LAST_DAY);
    expect(slows).toMatchObject([
      { operation: 'scan', count: 2, duration_ms: 1500, times: 1.5, worst_times: 4 },
    ]);
    expect(truncations).toMatchObject([
      { field: 'items', operation: 'list', count: 2, lost: 0.25, worst_lost: 0.9 },
    ]);
  });

  describe('a deprecated item', () => {
    const use = (item: string, days: number, more: object = {}, given: object = {}) =>
      record({ at: NOW - days * DAY - HOUR, response: warned(deprecated(item, more)), ...given });
    const WEEK: Filter = { from: NOW - 7 * DAY, to: NOW };
    const verdicts = async () =>
      Object.fromEntries(
        (await on.store.deprecations(WEEK, ASK, NOW)).items.map((item) => [
          item.deprecated_item,
          item.verdict,
        ]),
      );

    it('is judged by who still uses it', async () => {
      await on.store.append([
        use('used', 1),
        use('used', 8),
        ...[8, 8, 9, 9, 10].map((days) => use('going', days)),
        use('going', 2),
        use('still', 12),
        use('gone', 45),
        use('late', 1, { removal_date: '2026-11-01' }),
        record(),
      ]);
      expect(await verdicts()).toEqual({
        used: 'in_use',
        going: 'fading',
        still: 'quiet',
        gone: 'safe_to_remove',
        late: 'past_date',
      });
    });

    it('is due by the calendar: today on its day, and past from the next', async () => {
      const dates = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23T23:00:00Z'];
      await on.store.append([
        ...dates.map((removal_date) => use(removal_date, 0.5, { removal_date })),
        record(),
      ]);
      const { items } = await on.store.deprecations(WEEK, ASK, NOW);
      const due = new Map(items.map((item) => [item.deprecated_item, [item.days_left, item.verdict]]));
      expect(dates.map((date) => due.get(date))).toEqual([
        [-1, 'past_date'],
        [0, 'in_use'],
        [1, 'in_use'],
        [2, 'in_use'],
      ]);
    });

    it('is due as its newest warning says, whichever arrives last', async () => {
      const due = async () =>
        (await on.store.deprecations(WEEK, ASK, NOW)).items.map((item) => item.days_left);
      await on.store.append([use('old', 2, { removal_date: '2026-11-22' })]);
      await on.store.append([use('old', 3, { removal_date: '2026-11-20' })]);
      expect(await due()).toEqual([1]);
      await on.store.append([
        use('old', 1, { removal_date: '2026-11-23' }),
        use('old', 4, { removal_date: '2026-11-19' }),
      ]);
      expect(await due()).toEqual([2]);
    });

    it('is selected by the code of its warning, and its share is of all responses', async () => {
      await on.store.append([use('old', 1), record(), record(), record()]);
      const by = async (more: Partial<Filter>) => {
        const [item] = (await on.store.deprecations({ ...WEEK, ...more }, ASK, NOW)).items;
        return [item?.count, item?.responses, item?.share];
      };
      expect(await by({ code: ['DEPRECATION_WARNING'] })).toEqual([1, 4, 0.25]);
      expect(await by({ notCode: ['DEPRECATION_*'] })).toEqual([0, 4, 0]);
    });

    it('is not safe to remove if its server was silent', async () => {
      await on.store.append([use('gone', 45)]);
      expect(await verdicts()).toEqual({ gone: 'quiet' });
    });

    it('has its callers, sessions and burn-down', async () => {
      await on.store.append([
        use('old', 1, {}, { client: 'ide', client_version: '2', session: 'a' }),
        use('old', 1, {}, { client: 'ide', client_version: '2', session: 'b' }),
        use('old', 9, {}, { client: 'bot' }),
        use('old', 2),
        record(),
        record({ at: NOW - 20 * DAY }),
      ]);
      const [row] = (await on.store.deprecations(WEEK, ASK, NOW)).items;
      expect(row).toMatchObject({
        count: 3,
        previous_count: 1,
        callers: 2,
        responses: 4,
        replacement: 'new_old',
      });
      const detail = await on.store.deprecation(row?.id ?? '', WEEK, ASK, NOW);
      expect(detail?.callers.map((one) => [one.client, one.sessions, one.count, one.previous_count])).toEqual(
        [
          ['ide', 2, 2, 0],
          [null, 0, 1, 0],
          ['bot', 0, 0, 1],
        ],
      );
      expect(detail?.burn_down.map(({ client }) => client).toSorted()).toEqual(['ide', null]);
    });

    it('has the sessions and the newest use of each caller in the filter', async () => {
      const ide = { client: 'ide' };
      await on.store.append([
        use('old', 1, {}, { ...ide, session: 'a', operation: 'pay' }),
        use('old', 2, {}, { ...ide, session: 'b', operation: 'list' }),
        use('old', 3, {}, { ...ide, session: 'c', operation: 'pay' }),
      ]);
      const newest = async (operation: string) =>
        (await on.store.responses({ ...WEEK, operation: [operation] }, { limit: 1 })).items[0]?.id;
      const [row] = (await on.store.deprecations(WEEK, ASK, NOW)).items;
      const callers = async (filter: Partial<Filter>) =>
        (await on.store.deprecation(row?.id ?? '', { ...WEEK, ...filter }, ASK, NOW))?.callers;
      const last = (days: number) => new Date(NOW - days * DAY - HOUR).toISOString();
      expect(await callers({ operation: ['pay'] })).toMatchObject([
        { sessions: 2, count: 2, last_seen: last(1), response: await newest('pay') },
      ]);
      expect(await callers({ operation: ['list'] })).toMatchObject([
        { sessions: 1, count: 1, last_seen: last(2), response: await newest('list') },
      ]);
      expect(await callers({ notOperation: ['pay'] })).toMatchObject([{ sessions: 1, count: 1 }]);
      const all = { sessions: 3, count: 3, last_seen: last(1), response: await newest('pay') };
      expect(await callers({ code: ['DEPRECATION_*'] })).toMatchObject([all]);
    });
  });

  it('forecasts a quota from the readings since its last drop', async () => {
    await on.store.append([
      ...[900, 950].map((current, i) =>
        record({ at: NOW - 9 * HOUR + i * HOUR, response: warned(quota('requests_per_day', current)) }),
      ),
      ...[810, 820, 830].map((current, i) =>
        record({ at: NOW - 3 * HOUR + i * HOUR, response: warned(quota('requests_per_day', current)) }),
      ),
    ]);
    const { items } = await on.store.quotas(LAST_DAY, NOW);
    expect(items).toMatchObject([
      {
        server: 'shop',
        metric: 'requests_per_day',
        current: 830,
        share: 0.83,
        state: 'warn',
        warn_at: null,
        pause_at: new Date(NOW + 6 * HOUR).toISOString(),
        hard_stop_at: null,
        resets_at: '2026-11-22T00:00:00.000Z',
      },
    ]);
    expect(items[0]?.per_hour).toBeCloseTo(10);
    expect(items[0]?.expected).toBeCloseTo(830 + 10 * (24 - 12.702), 1);
  });

  it('reads a quota from failures because it is paused or exhausted, also in a batch', async () => {
    const metric = 'requests_per_day';
    const paused = failure('RATE_LIMIT_QUOTA_PAUSE', 'Quota pause threshold reached', {
      ...{ metric, current: 910, pause_threshold: 910 },
    });
    const exhausted = failure('RATE_LIMIT_QUOTA_EXHAUSTED', 'Quota exhausted', {
      ...{ metric, current: 1000, hard_stop_threshold: 1000 },
    });
    const newest = async () => (await on.store.quotas(LAST_DAY, NOW)).items;
    await on.store.append([record({ at: NOW - 4 * HOUR, response: paused })]);
    expect(await newest()).toEqual([]);
    await on.store.append([record({ at: NOW - 3 * HOUR, response: warned(quota(metric, 850)) })]);
    await on.store.append([record({ at: NOW - 2 * HOUR, response: paused })]);
    expect(await newest()).toMatchObject([
      { current: 910, warn: 800, pause: 910, hard_stop: 1000, quota: 1000, share: 0.91, state: 'pause' },
    ]);
    await on.store.append([
      record({ at: NOW - HOUR, response: batch({ operation: 'pay', result: exhausted }) }),
    ]);
    expect(await newest()).toMatchObject([
      { current: 1000, warn: 800, pause: 910, share: 1, state: 'hard_stop', hard_stop_at: null },
    ]);
  });

  it('counts the warnings of batch members for their batch', async () => {
    const slow = { operation: 'pay', duration_ms: 3000, threshold_ms: 1000 };
    const cut = { field: 'rows', original_count: 40, truncated_count: 10, limit: 10 };
    const results = batch(
      {
        operation: 'pay',
        result: warned(deprecated('old'), { code: 'PERFORMANCE_SLOW_QUERY_WARNING', details: slow }),
      },
      {
        operation: 'find',
        result: warned(deprecated('old'), { code: 'VALIDATION_TRUNCATED_WARNING', details: cut }),
      },
      { operation: 'find', result: warned({ ...quota('requests_per_day', 850), severity: 'high' }) },
    );
    // What the batch says for its members is not counted again for each.
    const collapsed = { ...results, warnings: [{ ...deprecated('old'), occurrence_count: 2 }] };
    await on.store.append([
      record({ operation: 'all', client: 'ide', response: results }),
      record({ operation: 'all', client: 'bot', response: collapsed }),
      record(),
    ]);
    const { total, responses, codes, slow: slowest, truncations } = await on.store.warnings(LAST_DAY);
    expect({ total, responses }).toEqual({ total: 10, responses: 2 });
    expect(codes.map(({ code, count, responses: of }) => [code, count, of]).sort()).toEqual([
      ['DEPRECATION_WARNING', 4, 2],
      ['PERFORMANCE_SLOW_QUERY_WARNING', 2, 2],
      ['RATE_LIMIT_QUOTA_WARNING', 2, 2],
      ['VALIDATION_TRUNCATED_WARNING', 2, 2],
    ]);
    expect(slowest).toMatchObject([{ operation: 'pay', count: 2 }]);
    expect(truncations).toMatchObject([{ operation: 'find', field: 'rows', count: 2 }]);
    const { items: deprecations } = await on.store.deprecations(LAST_DAY, ASK, NOW);
    expect(deprecations).toMatchObject([{ deprecated_item: 'old', count: 4, callers: 2 }]);
    expect((await on.store.quotas(LAST_DAY, NOW)).items).toMatchObject([{ current: 850 }]);
    const { items } = await on.store.responses({ ...LAST_DAY, severityMax: 0 }, { limit: 10 });
    expect(items.map(({ operation, severity, warnings }) => [operation, severity, warnings])).toEqual([
      ['all', 0, 4],
      ['all', 0, 5],
    ]);
  });
}
