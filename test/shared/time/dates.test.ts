import { expect, test } from 'vitest';
import { dateOf, daysTo } from '../../../shared/time/dates.ts';

test.each([
  ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00:00', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00:00.25+02:00', '2026-11-21T08:00:00.250Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(dateOf(text)).toBe(Date.parse(instant));
});

test.each([
  '',
  'next year',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-11-21 10:00:00',
  '2026-11',
  '20261121',
  '2026-11-21T25:00:00Z',
  ' 2026-11-21',
])('%s is not a date', (text) => {
  expect(dateOf(text)).toBeUndefined();
});

test.each([
  ['2026-11-22T00:00:00Z', 1],
  ['2026-11-21T23:59:59Z', 0],
  ['2026-11-21T00:00:00Z', 0],
  ['2026-11-20T23:59:59Z', -1],
])('until %s there are %i days of the calendar, whatever the time of the day', (time, days) => {
  for (const now of ['2026-11-21T00:00:00Z', '2026-11-21T12:00:00Z', '2026-11-21T23:59:59Z'])
    expect(daysTo(Date.parse(time), Date.parse(now))).toBe(days);
});

test('a long number is not a date', () => {
  expect(dateOf('1'.repeat(1_000_000))).toBeUndefined();
});
