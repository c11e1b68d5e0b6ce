import { expect, it } from 'vitest';
import { forecastTime } from '../../web/lib/quota.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 46);

it('shows a forecast by its time, or as due any moment if that has passed without a reading', () => {
  expect(forecastTime('2026-11-21T15:47:00.000Z', 'utc', NOW)).toBe('15:47');
  expect(forecastTime('2026-11-21T15:41:00.000Z', 'utc', NOW)).toBe('any moment');
});
