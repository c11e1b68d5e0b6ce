import fc from 'fast-check';
import { expect, it } from 'vitest';
import { verdictOn } from '../../../../server/store/answers/deprecation.ts';
import { chooseGrid, sparklineGrid } from '../../../../server/store/answers/grid.ts';
import { toldStanding } from '../../../../server/store/answers/group-state.ts';
import { healthOf } from '../../../../server/store/answers/health.ts';
import {
  lastPart,
  measureOf,
  startBucket,
  surgeStart,
  worstSurge,
} from '../../../../server/store/answers/incident.ts';
import { quotaOf } from '../../../../server/store/answers/quota.ts';
import { scoreOf } from '../../../../server/store/answers/score.ts';
import { MAX_POINTS } from '../../../../server/store/store.ts';
import { GROUP_STATES } from '../../../../shared/group-state.ts';
import { HEALTHS } from '../../../../shared/health.ts';
import { SAYABLE } from '../../../../shared/time/instant.ts';
import { DAY, HOUR, MINUTE, NOW } from '../records.ts';

/** Whatever numbers and times an answer is made from, it has numbers and times that JSON and RFC 3339 can say. */

const count = fc.oneof(fc.constantFrom(0, 1, 2, 5, 10, 2 ** 31, 2 ** 40), fc.nat(2000));
const value = fc.oneof(
  fc.constantFrom(0, 1, -1, 800, 2 ** 31, 2 ** 53, 5e-324, Number.MAX_VALUE, -Number.MAX_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
/** No later than a day from now: what is observed later is quarantined. */
const time = fc.oneof(
  fc.constantFrom(SAYABLE.first, SAYABLE.first + 1, -DAY, 0, NOW - 2, NOW - 1, NOW, NOW + DAY),
  fc.nat(3 * DAY).map((ago) => NOW - ago),
  fc.integer({ min: SAYABLE.first, max: NOW }),
);
const end = fc.oneof(time, fc.constantFrom(SAYABLE.last, SAYABLE.last - 1));
const range = fc
  .tuple(end, end)
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) + Number(a === b && a < SAYABLE.last) }))
  .filter(({ from, to }) => from < to);

function expectSayable(answer: unknown): void {
  if (typeof answer === 'number') expect(answer).toSatisfy(Number.isFinite);
  else if (typeof answer === 'string') expect(answer).not.toMatch(/NaN|Infinity|undefined|^[+-]\d{6}-/);
  else if (typeof answer === 'object' && answer !== null) Object.values(answer).forEach(expectSayable);
}

const reading = fc.record({
  ...{ observed_at: time, current: value, warn: value },
  ...{ pause: fc.option(value), hard_stop: fc.option(value), quota: value },
  resets_at: fc.option(fc.oneof(end, fc.constant(SAYABLE.last + DAY))),
});
const metric = fc.constantFrom('x', 'x_per_minute', 'x_per_hour', 'x_per_day', 'x_per_month');

it('of a quota, every figure and forecast', () => {
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 9 }), metric, (readings, name) => {
      const newest = Math.max(...readings.map(({ observed_at: at }) => at));
      const ordered = readings.toSorted((a, b) => a.observed_at - b.observed_at);
      // The ratio of a reading is finite, or it is not read.
      fc.pre(ordered.every(({ current, quota }) => quota <= 0 || Number.isFinite(current / quota)));
      const quota = quotaOf('shop', name, ordered, NOW);
      expectSayable(quota);
      expect(quota?.share).toBeGreaterThanOrEqual(0);
      if (quota?.resets_at == null) return;
      const left = Date.parse(quota.resets_at) - newest;
      expect(left).toBeGreaterThan(0);
      if (left > 31 * DAY) expect(ordered.at(-1)?.resets_at).toBe(Date.parse(quota.resets_at));
      for (const at of [quota.warn_at, quota.pause_at, quota.hard_stop_at])
        if (at !== null) expect(Date.parse(at)).toBeLessThanOrEqual(Date.parse(quota.resets_at));
    }),
    { numRuns: 300 },
  );
});

it('of a server, a score from 0 to 100, and 100 only without a breach', () => {
  fc.assert(
    fc.property(count, count, count, (responses, must, should) => {
      const [mustResponses, shouldResponses] = [Math.min(must, responses), Math.min(should, responses)];
      const score = scoreOf({ responses, mustResponses, shouldResponses });
      expect(score === null).toBe(responses === 0);
      if (score === null) return;
      expect(score).toBeGreaterThanOrEqual(0);
      expect(score).toBeLessThanOrEqual(100);
      expect(score === 100).toBe(mustResponses + shouldResponses === 0);
    }),
    { numRuns: 300 },
  );
});

it('of a server, a health that neither failures nor an incident improve', () => {
  const counts = fc.record({
    ...{ responses: count, failures: count, mustResponses: count },
    newest: fc.record({ responses: count, failures: count }),
  });
  fc.assert(
    fc.property(counts, count, (of, more) => {
      const worse = {
        ...of,
        failures: of.failures + more,
        mustResponses: of.mustResponses + more,
        newest: { ...of.newest, failures: of.newest.failures + more },
      };
      const health = healthOf(of, false);
      expect(health === 'silent').toBe(of.responses === 0);
      for (const other of [healthOf(worse, false), healthOf(of, true)])
        expect(HEALTHS.indexOf(other)).toBeLessThanOrEqual(HEALTHS.indexOf(health));
    }),
  );
});

it('of an incident, a pace, and a start in the range or in what it is measured against', () => {
  const counts = fc.array(count, { maxLength: 3 }).map((all) => new Map(all.entries()));
  fc.assert(
    fc.property(
      range,
      counts,
      counts,
      counts,
      fc.array(count),
      time,
      (of, recent, whole, earlier, before, known) => {
        const last = lastPart(of);
        expect(last.from).toBeGreaterThanOrEqual(of.from);
        expect(last.from).toBeLessThan(of.to);
        const past = { earlier: () => earlier, knownSince: () => known };
        const surge = worstSurge(of, { recent, whole }, past);
        expectSayable(surge);
        const newest = Math.floor((of.to - 1) / startBucket(of));
        const start = surgeStart(of, surge?.pace ?? 0, new Map(before.map((n, i) => [newest - i, n])));
        expect(start).toBeGreaterThanOrEqual(measureOf(of).from);
        expect(start).toBeLessThan(of.to);
      },
    ),
    { numRuns: 300 },
  );
});

it('of a deprecated item, a verdict with its evidence and its end', () => {
  const use = fc.record({
    ...{ count, before: count, clients: count, inWindow: count, windowResponses: count },
    ...{ isBeforeWhole: fc.boolean(), lastSeen: time, removalAt: fc.option(end) },
  });
  const ask = fc.record({ windowDays: fc.constantFrom(1, 30, 365), threshold: count });
  fc.assert(
    fc.property(use, range, ask, (of, within, asked) => {
      const verdict = verdictOn(of, within, asked, NOW);
      expectSayable(verdict);
      expect(verdict.quiet_days).toBeGreaterThanOrEqual(0);
      if (verdict.zero_at !== null) expect(Date.parse(verdict.zero_at)).toBeGreaterThanOrEqual(within.to);
    }),
    { numRuns: 300 },
  );
});

it('of an error group, how many failures are left until a mute ends', () => {
  const standing = fc.record({
    ...{ state: fc.constantFrom(...GROUP_STATES), since: time, countThen: count, until: fc.option(end) },
    ...{ untilCount: fc.option(count), version: fc.constant(null) },
    ...{ regressed: fc.boolean(), regressedIn: fc.constant(null) },
  });
  fc.assert(
    fc.property(standing, count, (of, failures) => {
      const told = toldStanding(of, failures, NOW);
      expectSayable(told);
      expect(told.muted_until_count ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});

it('of a range, buckets that cover it and are not too many', () => {
  const width = fc.constantFrom(MINUTE, 5 * MINUTE, 30 * MINUTE, 3 * HOUR, DAY);
  const asked = fc.constantFrom('auto', '1m', '5m', '1h', '1d');
  fc.assert(
    fc.property(range, width, asked, (of, finest, bucket) => {
      // Only daily cells are kept for longer.
      const cell = of.to - of.from > 400 * DAY ? DAY : finest;
      for (const grid of [chooseGrid(of, bucket, cell), sparklineGrid(of, cell)]) {
        expect(grid.start).toBeLessThanOrEqual(of.from);
        expect(grid.start + grid.size * grid.width).toBeGreaterThanOrEqual(of.to);
        expect(grid.size).toBeLessThanOrEqual(MAX_POINTS);
      }
    }),
    { numRuns: 300 },
  );
});
