import { describe, expect, it } from 'vitest';
import {
  beganWith,
  lastPart,
  measureOf,
  startBucket,
  surgeStart,
  worstSurge,
} from '../../../../server/store/answers/incident.ts';
import { DAY, HOUR, MINUTE, NOW } from '../records.ts';

const TO = Math.floor(NOW / DAY) * DAY;
const last = (length: number) => ({ from: TO - length, to: TO });

describe('the last part of a range', () => {
  it.each([
    [5 * MINUTE, 5 * MINUTE],
    [HOUR, 10 * MINUTE],
    [DAY, 3 * HOUR],
    [7 * DAY, 6 * HOUR],
    [100 * MINUTE, 12 * MINUTE],
  ])('of %i ms is %i ms', (length, part) => {
    expect(TO - lastPart(last(length)).from).toBe(part);
  });

  it('is of what the filter selects', () => {
    expect(lastPart({ ...last(DAY), server: ['a'] })).toEqual({ ...last(3 * HOUR), server: ['a'] });
  });
});

describe('what measures an incident', () => {
  it('is at least the two days before the range, or as long as the range', () => {
    expect(measureOf(last(HOUR))).toEqual({ from: TO - HOUR - 2 * DAY, to: TO - HOUR });
    expect(measureOf(last(7 * DAY))).toEqual({ from: TO - 14 * DAY, to: TO - 7 * DAY });
  });
});

describe('a surge', () => {
  const range = last(DAY);
  /** Counts of one group's failures: in the last part, in the whole range, and before it. */
  const surge = (recent: number, whole = recent, earlier = 0, known = 0) =>
    worstSurge(
      range,
      {
        recent: new Map([['a', recent]]),
        whole: new Map([['a', whole]]),
      },
      { earlier: () => new Map([['a', earlier]]), knownSince: () => known },
    );

  it('needs ten failures', () => {
    expect(surge(9)).toBeUndefined();
    expect(surge(10)).toMatchObject({ group: 'a', pace: 0 });
  });

  it('needs five times the earlier rate, in the rest of the range and before it', () => {
    // Three hours against 69: 46 earlier failures are 2 per three hours.
    expect(surge(10, 10 + 46)).toBeDefined();
    expect(surge(10, 10, 46)).toBeDefined();
    expect(surge(10, 10, 47)).toBeUndefined();
    expect(surge(10, 10 + 23, 24)).toBeUndefined();
  });

  it('has a pace only since its server is known, but at least over as much as the last part', () => {
    // Three hours against 21: 14 earlier failures are 2 per three hours.
    expect(surge(10, 10 + 14, 0, range.from)).toBeDefined();
    expect(surge(10, 10 + 15, 0, range.from)).toBeUndefined();
    expect(surge(10, 10 + 2, 0, range.to - 4 * HOUR)).toBeDefined();
    expect(surge(10, 10 + 3, 0, range.to - 4 * HOUR)).toBeUndefined();
    expect(surge(10, 10, 0, range.to - HOUR)).toMatchObject({ pace: 0 });
  });

  it('is the worst if it has the most failures above its usual rate', () => {
    const counts = (...numbers: readonly number[]) => new Map(numbers.map((n, group) => [group, n]));
    const worst = (recent: ReadonlyMap<number, number>, earlier = counts()) =>
      worstSurge(range, { recent, whole: recent }, { earlier: () => earlier, knownSince: () => 0 });
    expect(worst(counts(100, 90, 5), counts(460, 0, 0))?.group).toBe(1);
    expect(worst(counts(100, 90))?.group).toBe(0);
    expect(worst(counts(90, 100))?.group).toBe(1);
    expect(worst(counts(90, 100), counts(0, 460))?.group).toBe(0);
  });

  it('is not looked for before the range where nothing there could make one', () => {
    const counts = (n: number) => new Map([['a', n]]);
    const asked = () => {
      throw new Error('asked');
    };
    const past = { earlier: asked, knownSince: asked };
    expect(worstSurge(range, { recent: counts(9), whole: counts(9) }, past)).toBeUndefined();
    // Three hours against 69: 47 failures before are more than 2 per three hours.
    expect(worstSurge(range, { recent: counts(10), whole: counts(10 + 47) }, past)).toBeUndefined();
    expect(() => worstSurge(range, { recent: counts(10), whole: counts(10 + 46) }, past)).toThrow('asked');
  });
});

describe('the start of a surge', () => {
  const range = last(DAY);
  const width = startBucket(range);
  const end = TO / width;
  const first = (counts: ReadonlyMap<number, number>, pace: number) =>
    (TO - surgeStart(range, pace / width, counts)) / width;
  /** In buckets before the end, as `counts` are, the last bucket first; the earlier pace is by bucket. */
  const started = (counts: readonly number[], pace = 0) =>
    first(new Map(counts.map((n, i) => [end - 1 - i, n])), pace);

  it('is searched in buckets of a 96th of the range, at least five minutes wide', () => {
    expect(width).toBe(15 * MINUTE);
    expect(startBucket(last(HOUR))).toBe(5 * MINUTE);
    expect(startBucket(last(7 * DAY))).toBe(105 * MINUTE);
    expect(startBucket(last(10 * HOUR))).toBe(7 * MINUTE);
  });

  it('is the bucket that splits the failures into the two likeliest paces', () => {
    expect(started([5, 5, 5])).toBe(3);
    expect(started([6, 6, 6, 0, 0, 6, 6])).toBe(7);
    expect(started([1, 1, 1, 0, 1, 0, 0, 2, 1, 0, 1, 1, 1, 0, 0, 1, 1])).toBe(17);
    expect(started([8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8])).toBe(13);
    const ascending = [5, 4, 3, 2, 1].map((ago) => [end - ago, ago === 3 ? 0 : 5] as const);
    expect(first(new Map(ascending), 0)).toBe(5);
  });

  it('stays where it was when someone tries again and again at the end', () => {
    const steady = Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? 0 : 1));
    expect(started(steady)).toBe(40);
    expect(started([10, ...steady])).toBe(41);
  });

  it('is after failures of the earlier pace', () => {
    const before = Array.from({ length: 285 }, () => 3);
    expect(started([20, 20, 20, ...before], 3)).toBe(3);
    expect(started([9, 0, 30, ...before], 3)).toBe(3);
    expect(started([60, 60, 20, 20, ...before], 3)).toBe(4);
  });

  it('has since then four times the earlier pace on average', () => {
    const steady = Array.from({ length: 20 }, () => 3);
    expect(started([30, 30, ...steady], 1.36)).toBe(22);
    expect(started([30, 30, ...steady], 1.37)).toBe(21);
  });

  it('is after a pause of more than a third of the time since then', () => {
    const pause = (buckets: number) => Array.from({ length: buckets }, () => 0);
    expect(started([9, 9, 9, 9, ...pause(3), 9, 9])).toBe(9);
    expect(started([9, 9, 9, 9, ...pause(4), 9, 9])).toBe(4);
    expect(started([...pause(2), 9, 9, 9, 9])).toBe(6);
    expect(started([...pause(3), 9, 9, 9])).toBe((3 * HOUR) / width);
  });

  it('has ten failures, or is the start of the last part', () => {
    const lastPartBuckets = (3 * HOUR) / width;
    expect(started([9, 1])).toBe(2);
    expect(started([9, 0, 0, 0, 0, 1])).toBe(lastPartBuckets);
    expect(started([1, 1, 1, 1])).toBe(lastPartBuckets);
  });

  it('may be before the range, but not before what it is measured against', () => {
    const always = Array.from({ length: 500 }, () => 10);
    expect(started(always)).toBe((3 * DAY) / width);
  });
});

describe('a version', () => {
  const incident = { from: TO - HOUR, to: TO };

  it('began with an incident if it is at most twice as old', () => {
    expect(beganWith(TO - 2 * HOUR, TO - DAY, incident)).toBe(true);
    expect(beganWith(TO - 2 * HOUR - 1, TO - DAY, incident)).toBe(false);
  });

  it('began with an incident only if the server had another version before', () => {
    expect(beganWith(TO - HOUR, TO - HOUR - 1, incident)).toBe(true);
    expect(beganWith(TO - HOUR, TO - HOUR, incident)).toBe(false);
    expect(beganWith(TO - HOUR, null, incident)).toBe(false);
  });

  it('that is not reported began with nothing', () => {
    expect(beganWith(null, TO - DAY, incident)).toBe(false);
  });
});
