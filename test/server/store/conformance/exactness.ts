import { describe, expect, it } from 'vitest';
import type { ResponseRecord } from '../../../../server/store/record.ts';
import type { Filter } from '../../../../server/store/store.ts';
import {
  batch,
  DAY,
  deprecated,
  failure,
  HOUR,
  MINUTE,
  NOW,
  record,
  SECOND,
  seenAt,
  usesAndFailures,
  warned,
} from '../records.ts';
import { ASK, type Bench, finish, GROUPS, LAST_DAY } from './bench.ts';

/** What an answer says about the range it covers. */
interface Marked {
  readonly covered?: { readonly from: string; readonly to: string };
  readonly in_part?: readonly string[];
}

/** Which figures are exact, and what an answer says if they are not. */
export function exactness(on: Bench): void {
  it('compares with the previous period only if all of it was counted', async () => {
    const failed = { response: failure('INTERNAL_ERROR') };
    await on.store.append([
      record({ at: NOW - 30 * HOUR, ...failed }),
      record({ at: NOW - 30 * HOUR, response: warned(deprecated('old')) }),
      record(failed),
    ]);
    const compared = async () => {
      const { items: groups } = await on.store.errorGroups(LAST_DAY, GROUPS, NOW);
      return [
        (await on.store.overview(LAST_DAY)).previous?.responses,
        (await on.store.servers(LAST_DAY)).items[0]?.previous_error_rate,
        (await on.store.conformance(LAST_DAY)).servers[0]?.previous_score,
        (await on.store.errorGroup(groups[0]?.id ?? '', LAST_DAY, NOW))?.previous_count,
        (await on.store.deprecations(LAST_DAY, ASK, NOW)).items[0]?.previous_count,
      ];
    };
    expect(await compared()).toEqual([undefined, null, null, null, null]);
    await on.store.append([record({ at: NOW - 60 * HOUR })]);
    expect(await compared()).toEqual([2, 0.5, 87.5, 1, 1]);
  });

  it('compares with nothing of the range itself, even if what lies around its start was removed', async () => {
    const response = failure('INTERNAL_ERROR');
    const start = NOW - 5 * DAY;
    const times = [start - 4 * DAY, start - 1, start, start + 1, NOW - MINUTE];
    await on.store.append(times.map((at) => record({ at, response })));
    await on.store.append([record({ at: NOW - 20 * DAY })]);
    await finish(() => on.store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
    const filter: Filter = { from: start, to: start + HOUR };
    expect([undefined, 1]).toContain((await on.store.overview(filter)).previous?.failures);
    const [group] = (await on.store.errorGroups(filter, GROUPS, NOW)).items;
    const detail = await on.store.errorGroup(group?.id ?? '', filter, NOW);
    expect([null, 1]).toContain(detail?.previous_count);
  });

  it('compares with a previous period even if a busy minute around its end counts whole', async () => {
    const start = NOW - DAY + 30 * SECOND;
    const busy = Array.from({ length: 1200 }, (_, n) => start - 30 * SECOND + 50 * n);
    await on.store.append([NOW - 50 * HOUR, ...busy, NOW - MINUTE].map((at) => record({ at })));
    const { previous } = await on.store.overview({ from: start, to: NOW + 30 * SECOND });
    expect(previous?.responses).toBeGreaterThanOrEqual(600);
    expect(previous?.responses).toBeLessThanOrEqual(1200);
  });

  it('lists every server that it counts, even if its range ends later than the one asked for', async () => {
    const end = NOW - 13 * DAY;
    await on.store.append([record({ at: end, response: warned(deprecated('old')) })]);
    await finish(() => on.store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
    await on.store.append([record()]);
    const filter: Filter = { from: end - 30 * DAY, to: end };
    const { totals, servers } = await on.store.overview(filter);
    const { servers: scores, covered } = await on.store.conformance(filter);
    const { items } = await on.store.deprecations(filter, ASK, NOW);
    const counted = covered !== undefined && Date.parse(covered.to) > end ? 1 : 0;
    expect(totals.responses).toBe(counted);
    for (const rows of [servers, scores, items]) expect(rows).toHaveLength(counted);
  });

  describe('an answer', () => {
    /** Returns the range covered by an answer, or by one of its members. */
    const rangeOf = (answer: Marked, asked: Filter, member?: string) => {
      const { covered, in_part: parts } = answer;
      if (covered === undefined || (member !== undefined && parts?.includes(member) === false)) return asked;
      return { from: Date.parse(covered.from), to: Date.parse(covered.to) };
    };

    it('counts every response of its stated range, and says if that is only a part', async () => {
      const one = record({ client: 'ide', operation: 'pay' });
      const times = Array.from({ length: 10_500 }, (_, n) => NOW - n * SECOND - SECOND);
      await on.store.append(times.map((at) => seenAt(at, one)));
      for (const more of [{}, { client: ['ide'] }, { client: ['ide'], operation: ['pay'] }]) {
        const filter: Filter = { ...LAST_DAY, ...more };
        const overview = await on.store.overview(filter);
        const { from, to } = rangeOf(overview, filter);
        expect(overview.totals.responses).toBe(times.filter((at) => at >= from && at < to).length);
        expect(overview.partial ?? false).toBe(from > filter.from);
      }
    });

    it('covers one range in figures that are related, and names other partial figures', async () => {
      const timeOf = (n: number) => NOW - n * SECOND - SECOND;
      const all = Array.from({ length: 11_000 }, (_, n) => n);
      await on.store.append(usesAndFailures(all.map(timeOf)));
      /** Returns how many of all responses, of the uses and of the failures an answer should count. */
      const counts = (answer: Marked, member?: string) => {
        const { from, to } = rangeOf(answer, LAST_DAY, member);
        const within = all.filter((n) => timeOf(n) >= from && timeOf(n) < to);
        const even = within.filter((n) => n % 2 === 0).length;
        return { responses: within.length, used: even, failed: within.length - even };
      };
      const both: Filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };

      const overview = await on.store.overview(both);
      const { responses, failed: failures } = counts(overview);
      expect(overview.totals).toMatchObject({ responses, failures });
      expect(overview.categories.reduce((sum, { count }) => sum + count, 0)).toBe(failures);

      const errors = await on.store.errors(both);
      const ofErrors = counts(errors);
      expect(errors).toMatchObject({ total: ofErrors.failed, responses: ofErrors.responses });

      const items = await on.store.deprecations(both, ASK, NOW);
      const ofItems = counts(items);
      expect(items.items).toMatchObject([
        { count: ofItems.used, responses: ofItems.responses, share: ofItems.used / ofItems.responses },
      ]);

      for (const filter of [both, { ...LAST_DAY, client: ['ide'] }]) {
        const warnings = await on.store.warnings(filter);
        expect(warnings).toMatchObject({
          total: 2 * counts(warnings, 'codes').used,
          responses: counts(warnings, 'codes').used,
          slow: [{ count: counts(warnings, 'slow').used }],
        });
      }

      for (const filter of [both, { ...LAST_DAY, operation: ['pay'] }]) {
        const servers = await on.store.servers(filter);
        expect(servers.items).toMatchObject([
          {
            responses: counts(servers, 'responses').responses,
            dialects: [{ responses: counts(servers, 'dialects').responses }],
          },
        ]);
      }

      const conformance = await on.store.conformance({ ...both, rule: ['MSG-01'] });
      expect(conformance).toMatchObject({
        servers: [{ responses: counts(conformance, 'servers').responses }],
        violations: [{ count: counts(conformance, 'violations').failed }],
      });

      const [group] = (await on.store.errorGroups(LAST_DAY, GROUPS, NOW)).items;
      const detail = await on.store.errorGroup(group?.id ?? '', { ...LAST_DAY, q: 'operation' }, NOW);
      expect(detail?.count).toBe(counts(detail ?? {}).failed);
    });

    it('covers one range in all lists of the filter bar, though that of servers is not narrowed', async () => {
      const store = await (on.engine.openTight ?? on.engine.open)();
      const minute = Math.floor(NOW / MINUTE) * MINUTE - HOUR;
      const large = batch(...Array.from({ length: 6 }, () => ({ result: { success: true, data: 1 } })));
      const times = [minute + SECOND, minute + 50 * SECOND];
      await store.append([
        ...times.map((at) => record({ server: 'bank', at })),
        record({ at: minute + 40 * SECOND, response: large }),
      ]);
      const filter: Filter = { from: minute + 30 * SECOND, to: minute + HOUR, notServer: ['shop'] };
      const { servers, clients, operations, ...coverage } = await store.facets(filter);
      const { from } = rangeOf(coverage, filter);
      const count = times.filter((at) => at >= from).length;
      expect(servers).toContainEqual({ value: 'bank', count });
      expect(clients).toEqual([{ value: 'unidentified', count }]);
      expect(operations).toEqual([{ value: 'list', count }]);
      await store.close();
    });

    it('names the figures that lack what was removed, if others still count it', async () => {
      const times = [NOW - 5 * DAY, NOW - HOUR];
      const response = failure('INTERNAL_ERROR', 'Operation failed');
      await on.store.append(times.map((at) => record({ at, client: 'ide', response })));
      await finish(() => on.store.retain({ keepMs: 2 * DAY, maxBytes: null }, NOW));
      const week: Filter = { from: NOW - 7 * DAY, to: NOW };
      for (const more of [
        {},
        { code: ['INTERNAL_*'] },
        { client: ['ide'], rule: ['MSG-01'] },
        { q: 'failed' },
      ]) {
        const filter: Filter = { ...week, ...more };
        const conformance = await on.store.conformance(filter);
        const counted = (member: string) => {
          const { from, to } = rangeOf(conformance, filter, member);
          return times.filter((at) => at >= from && at < to).length;
        };
        expect(conformance.servers).toMatchObject([{ responses: counted('servers') }]);
        expect(conformance.violations.find(({ rule }) => rule === 'MSG-01')).toMatchObject({
          count: counted('violations'),
        });
      }
    });

    it('compares with the previous period if all of it was counted, else with nothing', async () => {
      const one = record({ client: 'ide', operation: 'pay', response: warned(deprecated('old')) });
      const at = (ms: number) => seenAt(ms, one);
      const busy = Array.from({ length: 10_500 }, (_, n) => at(NOW - DAY - n * SECOND - SECOND));
      await on.store.append([at(NOW - MINUTE), ...busy, record({ at: NOW - 60 * HOUR })]);
      for (const more of [{}, { operation: ['pay'] }]) {
        const filter = { ...LAST_DAY, client: ['ide'], ...more };
        const { previous, servers, partial } = await on.store.overview(filter);
        expect([undefined, 10_500]).toContain(previous?.responses);
        expect([null, 0]).toContain(servers[0]?.previous_error_rate);
        expect(partial).toBeUndefined();
        const { servers: scores } = await on.store.conformance(filter);
        expect([null, scores[0]?.score]).toContain(scores[0]?.previous_score);
      }
    });
  });

  it('counts all of its stated range even if many responses have the same millisecond', async () => {
    const times = Array.from({ length: 10_100 }, (_, n) => NOW - HOUR + Math.floor(n / 60) * SECOND);
    await on.store.append(times.map((at) => record({ at, client: 'ide', operation: 'pay' })));
    const { totals, covered } = await on.store.overview({ ...LAST_DAY, client: ['ide'], operation: ['pay'] });
    const from = covered === undefined ? LAST_DAY.from : Date.parse(covered.from);
    expect(totals.responses).toBe(times.filter((at) => at >= from).length);
  });

  it('says nothing of an end beyond which nothing was seen', async () => {
    const minute = Math.floor(NOW / MINUTE) * MINUTE - HOUR;
    await on.store.append([30, 31, 32, 40].map((seconds) => record({ at: minute + seconds * SECOND })));
    const filter = { from: minute + 20 * SECOND, to: minute + 50 * SECOND };
    const longer = { ...filter, to: minute + 5 * MINUTE + 20 * SECOND };
    for (const asked of [filter, longer]) {
      const { totals, covered } = await on.store.overview(asked);
      expect([totals.responses, covered]).toEqual([4, undefined]);
    }
  });

  it('counts exactly its stated range, whatever the ends are', async () => {
    const start = NOW - 2 * HOUR;
    const times = [
      ...Array.from({ length: 3600 }, (_, n) => start + n * 50),
      ...Array.from({ length: 200 }, (_, n) => NOW - n * 17 * SECOND),
    ];
    await on.store.append(times.map((at) => record({ at })));
    const cut = start + 90_050;
    for (const filter of [
      { from: cut, to: cut + 30 * SECOND },
      { from: cut, to: NOW },
      { from: NOW - 3 * HOUR, to: cut },
      { from: cut - DAY, to: cut + 1 },
      { from: cut, to: cut + 30 * DAY },
    ]) {
      const { totals, covered } = await on.store.overview(filter);
      const from = covered === undefined ? filter.from : Date.parse(covered.from);
      const to = covered === undefined ? filter.to : Date.parse(covered.to);
      expect(totals.responses, JSON.stringify(filter)).toBe(
        times.filter((at) => at >= from && at < to).length,
      );
      expect([from <= filter.from, to >= filter.to]).toEqual([true, true]);
      const marked = covered === undefined ? {} : { covered };
      const offered = await on.store.facets(filter);
      expect(offered).toMatchObject({ ...marked, servers: [{ count: totals.responses }] });
      const page = await on.store.responses(filter, { limit: 1 });
      expect(page).toMatchObject({ ...marked, total: totals.responses });
    }
  });

  it('answers every combination of filters as if every response were examined', async () => {
    const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T;
    const records: ResponseRecord[] = Array.from({ length: 400 }, (_, i) =>
      record({
        at: NOW - ((i * 7919) % 1400) * MINUTE - (i % 60) * SECOND,
        server: pick(['shop', 'bank'], i),
        ...pick(
          [
            { operation: 'list' },
            { operation: 'pay' },
            { operation: 'find' },
            { operation: undefined, tool: undefined },
          ],
          (i * 5) >> 1,
        ),
        client: pick([undefined, 'ide', 'bot'], i >> 2),
        response: pick(
          [
            { success: true, data: i },
            failure('INTERNAL_ERROR', `boom ${i}`),
            failure('NOT_FOUND_RESOURCE', 'gone'),
            { ...failure('NOT_FOUND_AFTER_ALL'), success: true },
            warned({ code: 'A', message: 'm', severity: 'high' }),
            warned({ code: 'B', message: 'm' }),
            { success: true },
          ],
          i >> 3,
        ),
      }),
    );
    for (let start = 0; start < records.length; start += 37)
      await on.store.append(records.slice(start, start + 37));
    const all = await on.log(LAST_DAY, 1000);
    const choices: readonly Partial<Filter>[] = [
      { server: ['bank'] },
      { operation: ['pay', 'find'] },
      { notOperation: ['pay'] },
      { client: ['ide'] },
      { client: ['unidentified'] },
      { outcome: ['failure'] },
      { outcome: ['success'] },
      { category: ['internal'] },
      { code: ['NOT_*'] },
      { notCode: ['NOT_*'] },
      { level: ['must'] },
      { severityMax: 0 },
      { severityMax: 2 },
      { from: NOW - 5 * HOUR + 17 },
    ];
    const holds = (filter: Filter) => (row: (typeof all)[number]) =>
      Date.parse(row.observed_at) >= filter.from &&
      (filter.server?.includes(row.server) ?? true) &&
      (filter.operation?.includes(row.operation ?? '') ?? true) &&
      !filter.notOperation?.includes(row.operation ?? '') &&
      (filter.client?.includes(row.client ?? 'unidentified') ?? true) &&
      (filter.outcome?.includes(row.outcome) ?? true) &&
      (filter.category === undefined || (row.category !== null && filter.category.includes(row.category))) &&
      // The error object on a success is a violation, not a failure.
      (filter.code === undefined || (row.category !== null && (row.code?.startsWith('NOT_') ?? false))) &&
      (filter.notCode === undefined || !row.code?.startsWith('NOT_')) &&
      (filter.level === undefined || row.must > 0) &&
      (filter.severityMax === undefined || (row.severity !== null && row.severity <= filter.severityMax));
    for (const a of choices)
      for (const b of choices) {
        const filter: Filter = { ...LAST_DAY, ...a, ...b };
        const expected = all.filter(holds(filter));
        const page = await on.store.responses(filter, { limit: 1000 });
        expect(page, JSON.stringify(filter)).toEqual({
          items: expected,
          next_cursor: null,
          total: expected.length,
        });
        const first = await on.store.responses(filter, { limit: 1 });
        expect([null, expected.length], JSON.stringify(filter)).toContain(first.total);
        const { severityMax: _, ...counted } = filter;
        const rows = all.filter(holds(counted));
        const { totals } = await on.store.overview(filter);
        expect(totals, JSON.stringify(filter)).toMatchObject({
          responses: rows.length,
          failures: rows.filter(({ outcome }) => outcome === 'failure').length,
        });
        const errors = await on.store.errors(filter);
        expect(errors.total, JSON.stringify(filter)).toBe(
          rows.filter(({ category }) => category !== null).length,
        );
      }
  });
}
