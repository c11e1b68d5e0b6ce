import { describe, expect, it } from 'vitest';
import { healthOf, lastMinutes, worstFirst } from '../../../../server/store/answers/health.ts';
import { MINUTE } from '../../../../shared/time-units.ts';

const counts = (given: object) => ({
  ...{ responses: 1000, failures: 0, mustResponses: 0 },
  ...{ recent: { responses: 100, failures: 0 }, newest: { responses: 9, failures: 0 } },
  ...given,
});

describe('the health of a server', () => {
  it.each([
    ['silent', { responses: 0 }],
    ['healthy', {}],
    ['failing', { failures: 25, recent: { responses: 100, failures: 25 } }],
    ['healthy', { failures: 24, recent: { responses: 100, failures: 24 } }],
    ['failing', { failures: 5, recent: { responses: 20, failures: 5 } }],
    ['healthy', { failures: 4, recent: { responses: 4, failures: 4 } }],
    ['failing', { failures: 10, newest: { responses: 10, failures: 10 } }],
    ['healthy', { failures: 9, newest: { responses: 9, failures: 9 } }],
    [
      'degraded',
      { failures: 90, recent: { responses: 100, failures: 90 }, newest: { responses: 10, failures: 0 } },
    ],
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

it('is told by the last ten minutes, or all of a shorter range', () => {
  const from = (minutes: number) => lastMinutes({ from: 0, to: minutes * MINUTE, server: ['a'] });
  expect(from(60)).toEqual({ from: 50 * MINUTE, to: 60 * MINUTE, server: ['a'] });
  expect(from(3)).toEqual({ from: 0, to: 3 * MINUTE, server: ['a'] });
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
