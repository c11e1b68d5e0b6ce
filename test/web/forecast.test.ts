import { expect, it } from 'vitest';
import { DAY } from '../../shared/time/units.ts';
import { forecastOf } from '../../web/features/deprecations/forecast.ts';

const at = (day: number) => new Date(day * DAY).toISOString();
const item = { count: 60, bucket_ms: DAY, from: at(100), to: at(110) };

it('the forecast of a burn-down falls from the pace of the range, in its middle, to the day of zero', () => {
  expect(forecastOf({ ...item, zero_at: at(115) })).toEqual([
    [110 * DAY, 3],
    [111 * DAY, 2.4],
    [112 * DAY, 1.8],
    [113 * DAY, 1.2],
    [114 * DAY, 0.6],
    [115 * DAY, 0],
  ]);
});

it('the forecast of a burn-down never falls below zero, within the day in which it ends', () => {
  const [, value] = forecastOf({ ...item, zero_at: at(114.5) }).at(-1) ?? [];
  expect(value).toBe(0);
});

it.each([
  ['is not foreseen', null],
  ['is past', at(110)],
  ['is farther than the range is long', at(121)],
])('there is no forecast where zero %s', (_, zero_at) => {
  expect(forecastOf({ ...item, zero_at })).toEqual([]);
});
