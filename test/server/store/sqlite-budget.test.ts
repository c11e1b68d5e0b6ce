import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../server/store/open.ts';
import { COUNT_BUDGET } from '../../../server/store/sqlite/plan/scan.ts';
import type { Filter, Store } from '../../../server/store/store.ts';
import { ASK, GROUPS, LAST_DAY } from './conformance/bench.ts';
import {
  DAY,
  deprecated,
  HOUR,
  incidentAfterMany,
  MINUTE,
  NOW,
  record,
  SECOND,
  seenAt,
  usesAndFailures,
  warned,
} from './records.ts';

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
    expect(await detail({ q: 'operation' })).toMatchObject({ ...mark, count: 5000 });
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

  it('uses nearly all of its budget even if many responses have the same millisecond', async () => {
    const times = Array.from({ length: 10_100 }, (_, n) => NOW - HOUR + Math.floor(n / 60) * SECOND);
    await store.append(times.map((at) => record({ at, client: 'ide', operation: 'pay' })));
    const { totals } = await store.overview({ ...LAST_DAY, client: ['ide'], operation: ['pay'] });
    expect(totals.responses).toBeGreaterThan(9900);
    expect(totals.responses).toBeLessThanOrEqual(COUNT_BUDGET);
  });

  it('says nothing about all clients if it could not examine every response for them', async () => {
    await store.append(incidentAfterMany());
    const incidentOf = async (filter: Filter) => (await store.overview(filter)).incident;
    expect(await incidentOf(LAST_DAY)).toMatchObject({ clients: 12, all_clients: 13 });
    const narrowed = { ...LAST_DAY, operation: ['pay'] };
    expect(await incidentOf(narrowed)).toMatchObject({ clients: 12, all_clients: null });
  });
});
