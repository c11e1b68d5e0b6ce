import { afterEach, expect, it, vi } from 'vitest';
import { fieldText, fieldTime } from '../../web/lib/time-field.ts';

afterEach(() => void vi.unstubAllEnvs());

it('has the time of a field in UTC or in the zone of the browser, to the minute', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const at = Date.UTC(2026, 10, 18, 8, 12);
  expect(fieldText(at + 59_999, 'utc')).toBe('2026-11-18T08:12');
  expect(fieldText(at + 59_999, 'local')).toBe('2026-11-18T13:42');
  expect(fieldTime('2026-11-18T08:12', 'utc')).toBe(at);
  expect(fieldTime('2026-11-18T13:42', 'local')).toBe(at);
});

it('has the time that the clocks of the zone show then, not now', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(fieldText(Date.UTC(2026, 0, 18, 8, 12), 'local')).toBe('2026-01-18T09:12');
  expect(fieldText(Date.UTC(2026, 6, 18, 8, 12), 'local')).toBe('2026-07-18T10:12');
});

it('has no time where a field has none', () => {
  expect([fieldTime('', 'utc'), fieldTime('', 'local'), fieldTime(null, 'utc')]).toEqual([NaN, NaN, NaN]);
});
