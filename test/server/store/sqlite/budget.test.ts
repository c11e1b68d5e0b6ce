import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../../server/store/open.ts';
import type { ResponseRecord } from '../../../../server/store/record.ts';
import { COUNT_BUDGET } from '../../../../server/store/sqlite/plan/scan.ts';
import type { Filter, Store } from '../../../../server/store/store.ts';
import { ASK, GROUPS, LAST_DAY } from '../conformance/bench.ts';
import {
  DAY,
  deprecated,
  failure,
  HOUR,
  incidentAfterMany,
  MINUTE,
  NOW,
  record,
  SECOND,
  seenAt,
  usesAndFailures,
  warned,
} from '../records.ts';

/**
 * What the rollups do not hold is counted from the newest COUNT_BUDGET responses. What every engine must
 * answer then is tested by the conformance suite.
 */
describe('SQLite, beyond its budget', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore(':memory:', { role: 'writer' });
  });
  afterEach(() => store.close());

  it('says so if it could not examine every response that a filter needs', async () => {
    const one = record({ client: 'ide', operation: 'pay' });
    const at = (n: number) => seenAt(NOW - n * SECOND - SECOND, one);
    await store.append(Array.from({ length: 10_500 }, (_, n) => at(n)));
    const filter: Filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };
    const overview = await store.overview(filter);
    expect(overview).toMatchObject({
      partial: true,
      covered: { from: new Date(NOW - 10_000 * SECOND).toISOString(), to: new Date(NOW).toISOString() },
      totals: { responses: 10_000 },
    });
    expect((await store.servers(filter)).partial).toBe(true);
    expect((await store.errors(filter)).total).toBe(0);
    const single = await store.overview({ ...LAST_DAY, client: ['ide'] });
    expect(single.partial).toBeUndefined();
    expect(single.totals.responses).toBe(10_500);
  });

  it('ends a page of a text search after 4 MiB, says how far it came, and goes on from there', async () => {
    const large = 'x'.repeat(1_000_000);
    const at = (n: number) => NOW - n * MINUTE;
    await store.append(
      Array.from({ length: 20 }, (_, n) =>
        record({
          at: at(n + 1),
          client: `c${n}`,
          response: { success: true, data: n === 15 ? 'needle' : large },
        }),
      ),
    );
    const first = await store.responses(LAST_DAY, { limit: 9, contains: 'needle' });
    expect(first).toMatchObject({ items: [], total: null, partial: true });
    const from = Date.parse(first.covered?.from ?? '');
    expect([from > at(16), from <= at(4)]).toEqual([true, true]);
    let page = first;
    while (page.items.length === 0 && page.next_cursor !== null)
      page = await store.responses(LAST_DAY, { limit: 9, contains: 'needle', cursor: page.next_cursor });
    expect(page.items.map(({ client }) => client)).toEqual(['c15']);

    const reached: number[] = [];
    let oldest = await store.responses(LAST_DAY, { limit: 9, contains: 'nothing', oldestFirst: true });
    while (oldest.next_cursor !== null) {
      const { covered, next_cursor: cursor } = oldest;
      const since = reached.at(-1) ?? LAST_DAY.from;
      expect(Date.parse(covered?.from ?? '') - since).toBeOneOf([0, 1]);
      reached.push(Date.parse(covered?.to ?? ''));
      oldest = await store.responses(LAST_DAY, { limit: 9, contains: 'nothing', oldestFirst: true, cursor });
    }
    expect(reached.length).toBeGreaterThan(2);
    expect(reached.every((at, n) => at > (reached[n - 1] ?? 0) && at < NOW)).toBe(true);
  });

  it('looks through two recordings of the same hours as fast as through one', async () => {
    const recording = (seconds: number) =>
      Array.from({ length: 250 }, (_, n) =>
        record({
          at: NOW - n * MINUTE - seconds * SECOND,
          response: { success: true, data: n === 249 ? `needle ${seconds}` : 'x'.repeat(700) },
        }),
      );
    await store.append(recording(10));
    await store.append(recording(20));
    const { items, next_cursor } = await store.responses(LAST_DAY, { limit: 9, contains: 'needle' });
    expect([items.length, next_cursor]).toEqual([2, null]);
  });

  it('ends a page of what is judged again after 4 MiB', async () => {
    const sizes = [0, 1_000, 9_000_000, 1_000, 3_000_000, 3_000_000, 1_000];
    for (const [n, size] of sizes.entries())
      await store.append([
        record({ id: `${n}`, at: NOW - MINUTE + n, response: { success: true, data: 'x'.repeat(size) } }),
      ]);
    const pages: (readonly number[])[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Awaited<ReturnType<Store['kept']>> = await store.kept({
        limit: 4,
        ...(cursor !== undefined && { cursor }),
      });
      pages.push(page.items.map(({ at }) => at - NOW + MINUTE));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual([[0, 1, 2], [3, 4, 5], [6]]);
  });

  it('says so if it could not examine every response for one figure of an answer', async () => {
    await store.append(usesAndFailures(Array.from({ length: 11_000 }, (_, n) => NOW - n * SECOND - SECOND)));
    const filter: Filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };
    const mark = { partial: true, covered: { from: new Date(NOW - 10_000 * SECOND).toISOString() } };
    const overview = await store.overview(filter);
    expect(overview).toMatchObject({ ...mark, totals: { failures: 5000 } });
    expect(overview.categories.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
    expect(await store.errors(filter)).toMatchObject({ ...mark, total: 5000, responses: 10_000 });
    expect(await store.deprecations(filter, ASK, NOW)).toMatchObject({
      ...mark,
      items: [{ count: 5000, responses: 10_000, share: 0.5 }],
    });
    expect(await store.warnings({ ...LAST_DAY, client: ['ide'] })).toMatchObject({
      ...mark,
      in_part: ['slow', 'truncations'],
      total: 11_000,
      responses: 5500,
      slow: [{ count: 5000 }],
    });
    const related = await store.warnings(filter);
    expect(related).toMatchObject({ ...mark, total: 10_000, responses: 5000 });
    expect(related).not.toHaveProperty('in_part');
    expect(await store.servers({ ...LAST_DAY, operation: ['pay'] })).toMatchObject({
      ...mark,
      in_part: ['versions', 'dialects', 'clients'],
      items: [{ responses: 11_000, dialects: [{ responses: 10_000 }] }],
    });
    expect(await store.servers(filter)).not.toHaveProperty('in_part');
    expect(await store.conformance({ ...filter, rule: ['MSG-01'] })).toMatchObject({
      ...mark,
      in_part: ['servers'],
      servers: [{ responses: 10_000 }],
      violations: [{ count: 5500 }],
    });
    const [group] = (await store.errorGroups(LAST_DAY, GROUPS, NOW)).items;
    const detail = (more: Partial<Filter>) =>
      store.errorGroup(group?.id ?? '', { ...LAST_DAY, ...more }, NOW);
    // Failures with the words are looked for by themselves.
    expect(await detail({ q: 'operation' })).toMatchObject({ count: 5500 });
    expect(await detail({ q: 'operation' })).not.toHaveProperty('partial');
    expect(await detail({})).not.toHaveProperty('partial');
  });

  it('compares with nothing if it could not examine every response of the previous period', async () => {
    const one = record({ client: 'ide', operation: 'pay', response: warned(deprecated('old')) });
    const at = (ms: number) => seenAt(ms, one);
    const busy = Array.from({ length: 10_500 }, (_, n) => at(NOW - DAY - n * SECOND - SECOND));
    await store.append([at(NOW - MINUTE), ...busy, record({ at: NOW - 60 * HOUR })]);
    const held = { ...LAST_DAY, client: ['ide'] };
    expect((await store.overview(held)).previous?.responses).toBe(10_500);
    const scanned = { ...held, operation: ['pay'] };
    const overview = await store.overview(scanned);
    expect(overview).toMatchObject({ previous: null, servers: [{ previous_error_rate: null }] });
    expect(overview.partial).toBeUndefined();
    expect((await store.servers(scanned)).items).toMatchObject([{ previous_error_rate: null }]);
    expect((await store.conformance(scanned)).servers).toMatchObject([{ previous_score: null }]);
  });

  it('compares with nothing if it could not examine every response of the range', async () => {
    const one = record({ client: 'ide', operation: 'pay', response: warned(deprecated('old')) });
    const at = (ms: number) => seenAt(ms, one);
    const busy = Array.from({ length: 10_500 }, (_, n) => at(NOW - n * SECOND - SECOND));
    await store.append([at(NOW - DAY - HOUR), ...busy, at(NOW - 60 * HOUR)]);
    const held = { ...LAST_DAY, client: ['ide'] };
    const compared = async (filter: Filter) => {
      const { previous, series } = await store.overview(filter);
      return {
        responses: previous?.responses,
        line: series.previous_responses.some(([, n]) => n !== null),
        rate: (await store.servers(filter)).items[0]?.previous_error_rate,
        score: (await store.conformance(filter)).servers[0]?.previous_score,
      };
    };
    expect(await compared(held)).toEqual({ responses: 1, line: true, rate: 0, score: expect.any(Number) });
    const scanned = { ...held, operation: ['pay'] };
    expect(await store.overview(scanned)).toMatchObject({ partial: true, totals: { responses: 10_000 } });
    expect(await compared(scanned)).toEqual({ responses: undefined, line: false, rate: null, score: null });
  });

  it('uses nearly all of its budget even if many responses have the same millisecond', async () => {
    const times = Array.from({ length: 10_100 }, (_, n) => NOW - HOUR + Math.floor(n / 60) * SECOND);
    await store.append(times.map((at) => record({ at, client: 'ide', operation: 'pay' })));
    const { totals } = await store.overview({ ...LAST_DAY, client: ['ide'], operation: ['pay'] });
    expect(totals.responses).toBeGreaterThan(9900);
    expect(totals.responses).toBeLessThanOrEqual(COUNT_BUDGET);
  });

  it('counts a millisecond whole or not at all, and all responses of a body without times if nothing is newer', async () => {
    const at = NOW - HOUR;
    const one = record({ at, client: 'ide', operation: 'pay' });
    const filter: Filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };
    const counted = async () => {
      const { partial, covered, totals } = await store.overview(filter);
      return { partial, responses: totals.responses, from: Date.parse(covered?.from ?? '') };
    };
    await store.append(Array<ResponseRecord>(10_500).fill(one));
    expect(await counted()).toMatchObject({ partial: undefined, responses: 10_500 });
    await store.append([seenAt(NOW - 1, one)]);
    const { from, ...newest } = await counted();
    expect(newest).toEqual({ partial: true, responses: 1 });
    expect(from).toBeGreaterThan(at);
  });

  it('counts nothing of a millisecond that has ten times its budget, and says so', async () => {
    const tight = await openStore(':memory:', { role: 'writer', budget: 50 });
    try {
      const one = record({ at: NOW - HOUR, client: 'ide', operation: 'pay' });
      await tight.append(Array<ResponseRecord>(501).fill(one));
      const { partial, covered, totals } = await tight.overview({
        ...LAST_DAY,
        client: ['ide'],
        operation: ['pay'],
      });
      expect([partial, totals.responses]).toEqual([true, 0]);
      expect(Date.parse(covered?.from ?? '')).toBeGreaterThan(NOW - HOUR);
    } finally {
      await tight.close();
    }
  });

  it('says nothing about all clients if it could not examine every response for them', async () => {
    await store.append(incidentAfterMany());
    const incidentOf = async (filter: Filter) => (await store.overview(filter)).incident;
    expect(await incidentOf(LAST_DAY)).toMatchObject({ clients: 12, all_clients: 13 });
    const narrowed = { ...LAST_DAY, operation: ['pay'] };
    expect(await incidentOf(narrowed)).toMatchObject({ clients: 12, all_clients: null });
  });

  it('has the same incident on all pages, though only one of them could count the whole range', async () => {
    const tight = await openStore(':memory:', { role: 'writer', budget: 4 });
    try {
      const of = (server: string, at: number, code?: string) =>
        record({ server, at, client: 'ide', operation: 'pay', ...(code && { response: failure(code) }) });
      const ten = (server: string, at: number, code?: string) =>
        Array.from({ length: 10 }, (_, n) => of(server, at - n * SECOND, code));
      // Their newest responses are successes. Only one has failed before, so that the other is what exceeds its pace.
      await tight.append([
        ...[of('often', NOW - 10 * HOUR, 'LOST'), of('never', NOW - 10 * HOUR)],
        ...['often', 'never'].flatMap((server) => [
          ...ten(server, NOW - HOUR, 'LOST'),
          ...ten(server, NOW - 1),
        ]),
      ]);
      const filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };
      const { partial, incident, servers } = await tight.overview(filter);
      expect([partial, incident?.server]).toEqual([true, 'never']);
      const { items } = await tight.servers(filter);
      for (const rows of [servers, items])
        expect(rows.flatMap(({ name, health }) => (health === 'failing' ? [name] : []))).toEqual(['never']);
    } finally {
      await tight.close();
    }
  });

  /** Expects that every figure covers what the answer says, no more and no less. */
  describe('states one range, which is true for all that it counts', () => {
    const EVERY = SECOND / 10;
    /** Four of five are of one operation, and every second one fails. */
    const times = Array.from({ length: 22_000 }, (_, n) => NOW - n * EVERY - 1);
    const all = times.map((at, n) => ({ at, isUse: n % 2 === 0, isPay: n % 10 < 8 }));
    type One = (typeof all)[number];
    const [pay, find] = ['pay', 'find'].map((operation) => {
      const [used, failed] = usesAndFailures([NOW, NOW]).map(({ facts, ...one }) => ({
        ...one,
        facts: { ...facts, operation },
        verdict: { ...one.verdict, operation },
      }));
      return { used, failed };
    });
    let filled: Store;
    beforeAll(async () => {
      filled = await openStore(':memory:', { role: 'writer' });
      await filled.append(
        all.flatMap(({ at, isUse, isPay }) => {
          const of = isPay ? pay : find;
          const one = isUse ? of?.used : of?.failed;
          return one === undefined ? [] : [seenAt(at, one)];
        }),
      );
    });
    afterAll(() => filled.close());

    const inside = ({ covered }: { readonly covered?: { readonly from: string; readonly to: string } }) => {
      const [from, to] = [Date.parse(covered?.from ?? ''), Date.parse(covered?.to ?? '')];
      return (wanted: (one: One) => boolean) =>
        all.filter((one) => one.at >= from && one.at < to && wanted(one)).length;
    };

    it('of scores and violations that were counted by other indexes', async () => {
      const answer = await filled.conformance({ ...LAST_DAY, q: 'operation', rule: ['MSG-01'] });
      const count = inside(answer);
      expect(answer.in_part?.toSorted()).toEqual(['servers', 'violations']);
      expect(answer.servers[0]?.responses).toBe(count(() => true));
      expect(answer.violations[0]?.count).toBe(count(({ isUse }) => !isUse));
    });

    it('of warnings and what they read', async () => {
      const answer = await filled.warnings({ ...LAST_DAY, q: 'operation', operation: ['pay'] });
      const count = inside(answer);
      expect(answer.in_part).toBeUndefined();
      expect(answer.responses).toBe(count(({ isUse, isPay }) => isUse && isPay));
      expect(answer.total).toBe(2 * answer.responses);
      expect(answer.slow[0]?.count).toBe(count(({ isUse }) => isUse));
    });

    it('of responses beside failures that are counted in whole cells where the part of the responses begins', async () => {
      const failed = (at: number) => seenAt(at, usesAndFailures([0, at])[1] ?? record({ at }));
      const start = Math.floor((NOW - 12 * HOUR) / MINUTE) * MINUTE;
      const recent = Array.from({ length: 9300 }, (_, n) => NOW - n * 4 * SECOND - 1);
      const busy = Array.from({ length: 1000 }, (_, n) => start + n * 50);
      const made = [...recent, ...busy];
      await store.append(made.map(failed));
      const filter: Filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };
      const { covered, partial, total, responses } = await store.errors(filter);
      expect(partial).toBe(true);
      const since = Date.parse(covered?.from ?? '');
      const expected = made.filter((at) => at >= since).length;
      expect([responses, total]).toEqual([expected, expected]);
      const overview = await store.overview(filter);
      expect(overview).toMatchObject({ covered, totals: { failures: expected } });
      expect(overview.categories.reduce((sum, one) => sum + one.count, 0)).toBe(expected);
    });

    it('of an error group with words', async () => {
      const filter: Filter = { ...LAST_DAY, q: 'failed' };
      const { items, failures, ...marks } = await filled.errorGroups(filter, GROUPS, NOW);
      expect(marks).toMatchObject({ partial: true });
      expect(failures).toBe(inside(marks)(({ isUse }) => !isUse));
      const detail = await filled.errorGroup(items[0]?.id ?? '', filter, NOW);
      expect(detail).toMatchObject({ covered: marks.covered, count: items[0]?.count });
      const points = detail?.trend.reduce((sum, [, n]) => sum + n, 0);
      expect(points).toBe(items[0]?.count);
    });

    it('of responses that were examined beside failures of the whole cell at the start of the range', async () => {
      // In a minute with more than 500 responses; fewer than the budget are after it.
      const from = Math.floor((NOW - 700 * SECOND) / MINUTE) * MINUTE + 3 * SECOND;
      const filter: Filter = { from, to: NOW + 2 * DAY, client: ['ide'], operation: ['pay'] };
      const answer = await filled.errors(filter);
      const count = inside(answer);
      expect(answer.partial).toBeUndefined();
      expect(answer.responses).toBe(count(({ isPay }) => isPay));
      expect(answer.total).toBe(count(({ isPay, isUse }) => isPay && !isUse));
    });

    it('of the uses of a deprecated item and their callers', async () => {
      const filter: Filter = { ...LAST_DAY, client: ['ide'], operation: ['pay'] };
      const { items } = await filled.deprecations(filter, ASK, NOW);
      const answer = await filled.deprecation(items[0]?.id ?? '', filter, ASK, NOW);
      const uses = inside(answer ?? {})(({ isUse, isPay }) => isUse && isPay);
      expect(answer?.partial).toBe(true);
      expect(answer?.count).toBe(uses);
      expect(answer?.callers.map(({ count }) => count)).toEqual([uses]);
      const points = answer?.burn_down.flatMap(({ points: some }) => some.map(([, n]) => n)) ?? [];
      expect(points.reduce((sum, n) => sum + n, 0)).toBe(uses);
    });
  });
});
