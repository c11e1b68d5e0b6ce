import { describe, expect, it } from 'vitest';
import { healthOf, recentOf, worstFirst } from '../../../../server/store/answers/health.ts';
import { DAY, MINUTE } from '../../../../shared/time-units.ts';

const counts = (given: object) => ({
  ...{ responses: 1000, failures: 0, mustResponses: 0, recentResponses: 100, recentFailures: 0 },
  ...given,
});

describe('the health of a server', () => {
  it.each([
    ['silent', { responses: 0 }],
    ['healthy', {}],
    ['failing', { failures: 25, recentFailures: 25 }],
    ['healthy', { failures: 24, recentFailures: 24 }],
    ['failing', { failures: 5, recentResponses: 20, recentFailures: 5 }],
    ['healthy', { failures: 4, recentResponses: 4, recentFailures: 4 }],
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

describe('the last part of a range', () => {
  const parts = (n: number) => Array.from({ length: n }, (_, i) => i);

  it('is an eighth of it, at least one part', () => {
    const sums = [24, 16, 12, 4, 1].map((n) => recentOf(parts(n), { from: 0, to: DAY }));
    expect(sums).toEqual([21 + 22 + 23, 14 + 15, 10 + 11, 3, 0]);
  });

  it('is at least ten minutes, or all of a shorter range', () => {
    const last = (minutes: number, n: number) => recentOf(parts(n), { from: 0, to: minutes * MINUTE });
    expect([last(80, 16), last(60, 20), last(15, 15), last(10, 10), last(3, 3)]).toEqual([
      14 + 15,
      16 + 17 + 18 + 19,
      5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14,
      45,
      3,
    ]);
  });
});

it('lists the worst server first, then by error rate and traffic', () => {
  const rows = [
    { health: 'silent', error_rate: 0, responses: 0 },
    { health: 'healthy', error_rate: 0, responses: 9 },
    { health: 'healthy', error_rate: 0, responses: 10 },
    { health: 'failing', error_rate: 0.3, responses: 1 },
    { health: 'degraded', error_rate: 0.5, responses: 2 },
    { health: 'degraded', error_rate: 0.6, responses: 1 },
  ] as const;
  expect(rows.toSorted(worstFirst).map((row) => rows.indexOf(row))).toEqual([3, 5, 4, 2, 1, 0]);
});
