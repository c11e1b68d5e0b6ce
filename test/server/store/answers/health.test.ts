import { describe, expect, it } from 'vitest';
import {
  closerTo,
  healthOf,
  lastDay,
  newestFrom,
  newestIn,
  newestOf,
  worstFirst,
} from '../../../../server/store/answers/health.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/time/units.ts';

const counts = (given: object) => ({
  ...{ responses: 1000, failures: 0, mustResponses: 0 },
  ...{ newest: { responses: 10, failures: 0 } },
  ...given,
});

describe('the health of a server', () => {
  it.each([
    ['silent', { responses: 0 }],
    ['healthy', {}],
    ['failing', { failures: 5, newest: { responses: 20, failures: 5 } }],
    ['healthy', { failures: 4, newest: { responses: 4, failures: 4 } }],
    ['failing', { failures: 25, newest: { responses: 100, failures: 25 } }],
    ['healthy', { failures: 24, newest: { responses: 100, failures: 24 } }],
    ['failing', { failures: 30, newest: { responses: 30, failures: 30 } }],
    ['degraded', { failures: 90, newest: { responses: 20, failures: 4 } }],
    ['degraded', { failures: 50 }],
    ['healthy', { failures: 49 }],
    ['degraded', { responses: 16, failures: 4 }],
    ['healthy', { responses: 17, failures: 4 }],
    ['degraded', { responses: 100, failures: 5 }],
    ['degraded', { mustResponses: 50 }],
    ['degraded', { responses: 100, mustResponses: 5 }],
    ['healthy', { mustResponses: 49 }],
    ['healthy', { responses: 4, mustResponses: 4 }],
  ])('is %s of %j', (health, given) => {
    expect(healthOf(counts(given), false)).toBe(health);
  });

  it('is failing during an incident, unless nothing arrived at all', () => {
    expect(healthOf(counts({}), true)).toBe('failing');
    expect(healthOf(counts({ responses: 0 }), true)).toBe('silent');
  });
});

describe('the newest responses of a server', () => {
  const none = { responses: 0, failures: 0, first: 0, last: -1 };
  it.each([
    [{ responses: 11, failures: 3, first: 2, last: 3 }, [50, 0, 6, 5, 0], [9, 0, 1, 2, 0]],
    [{ responses: 10, failures: 9, first: 4, last: 4 }, [50, 0, 6, 15, 10], [9, 0, 1, 2, 9]],
    [{ responses: 3, failures: 1, first: 0, last: 2 }, [2, 0, 1, 0, 0], [1, 0, 0, 0, 0]],
    [none, [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
  ])('are %j of %j with failures %j', (newest, responses, failures) => {
    expect(newestIn({ responses, failures })).toEqual(newest);
  });

  it('are of the last day, or all of a shorter range', () => {
    const filter = { from: 0, to: 3 * DAY, server: ['a'] };
    expect(lastDay(filter)).toEqual({ ...filter, from: 2 * DAY });
    expect(lastDay({ ...filter, to: HOUR })).toEqual({ ...filter, to: HOUR });
  });

  it('are looked for in the newest quarter first', () => {
    const of = (size: number) => ({ from: 100, to: size * HOUR, width: HOUR, start: 0, size });
    expect(newestFrom(of(24))).toBe(18 * HOUR);
    expect(newestFrom(of(7))).toBe(5 * HOUR);
    expect(newestFrom(of(1))).toBe(100);
  });

  it('are looked for in all of the range if too few are in its newest quarter', () => {
    const filter = { from: 0, to: 8 * HOUR };
    const hourly = ({ from, to }: typeof filter) => ({
      from,
      to,
      start: from,
      width: HOUR,
      size: (to - from) / HOUR,
    });
    const of = (responses: readonly number[]) =>
      newestOf(filter, hourly, ({ from }) => ({
        responses: responses.map((n, hour) => (hour * HOUR < from ? 0 : n)),
        failures: responses.map((n, hour) => (hour * HOUR < from || n === 0 ? 0 : 1)),
      }));
    expect(of([0, 8, 0, 0, 0, 0, 0, 3])).toMatchObject({ responses: 11, failures: 2 });
    expect(of([0, 8, 0, 0, 0, 0, 0, 30])).toMatchObject({ responses: 30, failures: 1 });
  });

  const grid = { from: 100, to: 7 * HOUR, width: HOUR, start: 0, size: 8 };
  it.each([
    [{ from: 5 * HOUR, to: 7 * HOUR }, { first: 5, last: 6 }, grid],
    [{ from: 100, to: HOUR }, { first: 0, last: 0 }, grid],
    [{ from: 6 * HOUR, to: 7 * HOUR }, { first: 6, last: 7 }, grid],
    [undefined, { first: 4, last: 6 }, grid],
    [undefined, { first: 6, last: 6 }, { ...grid, width: 5 * MINUTE }],
  ])('are looked at in %j, of parts %j', (range, { first, last }, of) => {
    expect(closerTo({ responses: 20, failures: 20, first, last }, of)).toEqual(range);
  });
});

it('lists the worst server first, then by error rate, traffic and name', () => {
  const rows = [
    { name: 'a', health: 'silent', error_rate: 0, responses: 0 },
    { name: 'c', health: 'healthy', error_rate: 0, responses: 9 },
    { name: 'b', health: 'healthy', error_rate: 0, responses: 9 },
    { name: 'd', health: 'healthy', error_rate: 0, responses: 10 },
    { name: 'z', health: 'failing', error_rate: 0.3, responses: 1 },
    { name: 'a', health: 'degraded', error_rate: 0.5, responses: 2 },
    { name: 'z', health: 'degraded', error_rate: 0.6, responses: 1 },
  ] as const;
  expect(rows.toSorted(worstFirst).map((row) => rows.indexOf(row))).toEqual([4, 6, 5, 3, 2, 1, 0]);
});
