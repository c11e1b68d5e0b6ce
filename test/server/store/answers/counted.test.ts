import { expect, it } from 'vitest';
import {
  countedFailure,
  countedWarnings,
  isFiniteReading,
} from '../../../../server/store/answers/counted.ts';
import { arrivalOf, isQuarantined, POSSIBLE } from '../../../../server/store/answers/quarantine.ts';
import { saidWarnings } from '../../../../shared/said-warnings.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { batch, DAY, failure, NOW, record, warned } from '../records.ts';

it('counts a batch member’s failure by its own words, and by the batch’s operation if it has none', () => {
  const { verdict } = record({
    operation: 'all',
    response: {
      ...batch({ operation: 'one', result: failure('INTERNAL_ERROR') }),
      results: [
        { index: 0, operation: 'one', result: failure('INTERNAL_ERROR') },
        { index: 1, result: failure('NOT_FOUND_RESOURCE') },
      ],
    },
  });
  expect([0, 1].map((member) => countedFailure(verdict, member))).toEqual([
    { operation: 'one', category: 'internal', code: 'INTERNAL_ERROR' },
    { operation: 'all', category: 'not_found', code: 'NOT_FOUND_RESOURCE' },
  ]);
});

it('counts the most urgent warning of each code, and its occurrences as long as sums stay exact', () => {
  const { verdict } = record({
    response: warned(
      { code: 'A', message: 'm', severity: 'low', occurrence_count: 7 },
      { code: 'B', message: 'm', severity: 'medium', occurrence_count: 10 ** 9 },
      { code: 'A', message: 'm', severity: 'high' },
    ),
  });
  const counted = countedWarnings(saidWarnings(verdict));
  expect(counted.map(({ warning, isFirst }) => [warning.index, warning.occurrences, isFirst])).toEqual([
    [2, 1, true],
    [1, 1_000_000, true],
    [0, 7, false],
  ]);
});

it('drops readings with numbers that are not finite', () => {
  const slow = { kind: 'slow', operation: 'scan', duration_ms: 9, threshold_ms: 3, times: 3 } as const;
  const quota = { kind: 'quota', metric: 'm', current: 1, warn: 2, pause: null, hard_stop: null } as const;
  const cut = {
    kind: 'truncation',
    field: 'rows',
    original_count: 6,
    truncated_count: 3,
    limit: 3,
    lost: 0.5,
  } as const;
  const beyond = Number.POSITIVE_INFINITY;
  expect(isFiniteReading(slow)).toBe(true);
  for (const name of ['duration_ms', 'threshold_ms', 'times'])
    expect(isFiniteReading({ ...slow, [name]: beyond }), name).toBe(false);
  expect(isFiniteReading(cut)).toBe(true);
  for (const name of ['original_count', 'truncated_count', 'lost'])
    expect(isFiniteReading({ ...cut, [name]: beyond }), name).toBe(false);
  expect(isFiniteReading({ ...quota, quota: 2, ratio: 0.5 })).toBe(true);
  for (const name of ['current', 'warn', 'pause', 'hard_stop', 'quota'])
    expect(isFiniteReading({ ...quota, quota: 2, ratio: 0.5, [name]: beyond }), name).toBe(false);
});

it('quarantines what is a day ahead of its arrival, or before what was removed', () => {
  const quarantined = (observed: number, removedBefore = 0) =>
    isQuarantined(record({ at: observed, receivedAt: NOW }).facts, removedBefore);
  expect([NOW + DAY, NOW + DAY + 1].map((at) => quarantined(at))).toEqual([false, true]);
  expect([NOW - 1, NOW].map((at) => quarantined(at, NOW))).toEqual([true, false]);
  // Recorded by a clock that was ahead.
  expect(quarantined(NOW - 1, NOW + 1)).toBe(false);
});

it('quarantines what no clock can truly show, and orders it by its arrival if that can be', () => {
  const { first, last } = POSSIBLE;
  expect([first, last].map(iso)).toEqual(['2020-01-01T00:00:00.000Z', '2054-11-03T19:53:47.775Z']);
  const factsAt = (at: number, receivedAt: number) => record({ at, receivedAt }).facts;
  const times = [first - 1, first, last, last + 1];
  expect(times.map((at) => isQuarantined(factsAt(at, last), 0))).toEqual([true, false, false, true]);
  expect(times.map((at) => arrivalOf(factsAt(0, at)))).toEqual([first, first, last, first]);
});
