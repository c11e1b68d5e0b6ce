import { afterEach, describe, expect, it, vi } from 'vitest';
import { quotaOf, type TimedReading } from '../../../../server/store/answers/quota.ts';
import { DAY, HOUR, MINUTE, NOW } from '../records.ts';

const reading = (current: number, ago = 0, more: Partial<TimedReading> = {}): TimedReading => ({
  ...{
    observed_at: NOW - ago,
    current,
    warn: 800,
    pause: 900,
    hard_stop: 1000,
    quota: 1000,
    resets_at: null,
  },
  ...more,
});
const quota = (readings: readonly TimedReading[], metric = 'tokens') =>
  quotaOf('shop', metric, readings, NOW);

afterEach(() => void vi.unstubAllEnvs());

it('does not exist without a reading', () => {
  expect(quota([])).toBeUndefined();
});

describe('a quota that a failure says is paused or exhausted', () => {
  const paused = { warn: null, pause: 950, hard_stop: null, quota: null };
  const exhausted = { warn: null, pause: null, hard_stop: 1000, quota: 1000 };

  it('has what the failure does not say from the newest reading that does', () => {
    const told = quota([
      reading(700, 3 * HOUR, { warn: 600 }),
      reading(810, 2 * HOUR),
      reading(960, HOUR, paused),
      reading(1000, 0, exhausted),
    ]);
    expect(told).toMatchObject({ current: 1000, warn: 800, pause: 950, hard_stop: 1000, state: 'hard_stop' });
    expect(told).toMatchObject({ share: 1, pause_at: null, hard_stop_at: null });
    expect(quota([reading(810, HOUR), reading(960, 0, paused)])).toMatchObject({
      quota: 1000,
      state: 'pause',
    });
  });

  it('is known without a warning if the failure says how large it is', () => {
    expect(quota([reading(1000, 0, exhausted)])).toMatchObject({
      warn: null,
      quota: 1000,
      state: 'hard_stop',
    });
    expect(quota([reading(900, 0, exhausted)])?.state).toBe('ok');
    expect(quota([reading(960, 0, paused)])).toBeUndefined();
  });

  it('resets when it says, unless that is past, else by the name of its metric', () => {
    const resets = (resets_at: number | null, metric?: string) =>
      quota([reading(1000, HOUR, { ...exhausted, resets_at })], metric)?.resets_at;
    expect(resets(NOW)).toBe(new Date(NOW).toISOString());
    expect(resets(NOW - HOUR)).toBeNull();
    expect(resets(NOW - HOUR, 'calls_per_day')).toBe('2026-11-22T00:00:00.000Z');
    expect(resets(NOW, 'calls_per_day')).toBe(new Date(NOW).toISOString());
  });

  it('has the thresholds of a later warning alone', () => {
    const told = quota([reading(1000, HOUR, exhausted), reading(10, 0, { pause: null, hard_stop: null })]);
    expect(told).toMatchObject({ current: 10, pause: null, hard_stop: null, state: 'ok' });
  });
});

describe('the state of a quota', () => {
  it.each([
    [799, 'ok'],
    [800, 'warn'],
    [900, 'pause'],
    [1000, 'hard_stop'],
  ])('at %i is %s', (current, state) => {
    expect(quota([reading(current)])?.state).toBe(state);
  });

  it('ignores missing thresholds', () => {
    expect(quota([reading(2000, 0, { pause: null, hard_stop: null })])?.state).toBe('warn');
  });
});

describe('the forecast of a quota', () => {
  const at = (ms: number) => new Date(ms).toISOString();

  it('is a straight line through the readings since the last drop', () => {
    const readings = [
      reading(990, 4 * HOUR),
      reading(500, 3 * HOUR),
      reading(600, 2 * HOUR),
      reading(700, HOUR),
    ];
    expect(quota(readings)).toMatchObject({
      per_hour: 100,
      warn_at: at(NOW),
      pause_at: at(NOW + HOUR),
      hard_stop_at: at(NOW + 2 * HOUR),
    });
  });

  it('weighs every reading since then', () => {
    const values = [990, 400, 500, 500, 600];
    const readings = values.map((value, i) => reading(value, (values.length - 1 - i) * HOUR));
    expect(quota(readings)?.per_hour).toBeCloseTo(60, 9);
    expect(quota(readings)?.readings).toEqual(values.map((value, i) => [NOW - (4 - i) * HOUR, value]));
  });

  it('is of the readings of its window, though the first of them may exceed the last before', () => {
    const midnight = Math.floor(NOW / DAY) * DAY;
    const on = (hour: number, current: number) =>
      reading(current, 0, { observed_at: midnight + hour * HOUR });
    const days = [on(-13, 300), on(-1, 500), on(12, 600), on(13, 650)];
    expect(quota(days, 'calls_per_day')).toMatchObject({ per_hour: 50, pause_at: at(midnight + 18 * HOUR) });
    expect(quota(days)?.per_hour).toBeLessThan(20);
    const months = [on(-21 * 24, 100), on(0, 200), on(24, 300)];
    expect(quota(months, 'calls_per_month')?.per_hour).toBeCloseTo(100 / 24, 9);
    const said = { observed_at: midnight + 13 * HOUR, resets_at: midnight + 20 * HOUR };
    expect(quota([...days.slice(0, 3), reading(650, 0, said)], 'calls_per_day')?.per_hour).toBeCloseTo(
      1150 / 122,
      9,
    );
    const far = { ...said, resets_at: midnight + 48 * HOUR };
    expect(quota([...days.slice(0, 3), reading(650, 0, far)], 'calls_per_day')?.per_hour).toBeCloseTo(
      5612.5 / 452.75,
      9,
    );
  });

  it('is of all readings where only its end is said, not how long its window is', () => {
    const resets_at = NOW + DAY;
    const readings = [reading(0, 40 * DAY), reading(380, 20 * DAY), reading(400, 0, { resets_at })];
    expect(quota(readings)?.per_hour).toBeCloseTo(10 / 24, 9);
    expect(quota(readings.slice(1))?.expected).toBeCloseTo(401, 9);
  });

  it('has the reading with which its window began', () => {
    const midnight = Math.floor(NOW / DAY) * DAY;
    const on = (hour: number, current: number) =>
      reading(current, 0, { observed_at: midnight + hour * HOUR });
    expect(quota([on(-1, 1), on(0, 100), on(1, 150)], 'calls_per_day')?.per_hour).toBe(50);
    expect(quota([on(-1, 1), on(0, 100)], 'calls_per_day')?.per_hour).toBeNull();
  });

  it.each([
    ['2027-03-31T00:00:00Z', '2027-02-28T00:00:00Z'],
    ['2028-03-30T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['2027-12-31T23:59:59Z', '2027-11-30T23:59:59Z'],
    ['2027-01-31T00:00:00Z', '2026-12-31T00:00:00Z'],
  ])('is of the month that is said to end at %s', (end, start) => {
    const [resets_at, from] = [Date.parse(end), Date.parse(start)];
    const on = (hours: number, current: number) =>
      reading(current, 0, { observed_at: from + hours * HOUR, resets_at });
    // The reading before it would make the line steeper.
    const readings = [on(-1, 100), on(0, 400), on(1, 410), on(24, 640)];
    expect(quota(readings, 'calls_per_month')?.per_hour).toBeCloseTo(10, 9);
  });

  it('does not exist for one reading, simultaneous readings, a constant value, or a threshold already reached', () => {
    const none = { warn_at: null, pause_at: null, hard_stop_at: null };
    expect(quota([reading(700)])).toMatchObject({ per_hour: null, ...none });
    expect(quota([reading(600), reading(700)])).toMatchObject({ per_hour: null, ...none });
    expect(quota([reading(700, HOUR), reading(700)])).toMatchObject({ per_hour: 0, ...none });
    expect(quota([reading(800, HOUR), reading(900)])).toMatchObject({ warn_at: null, pause_at: null });
    expect(quota([reading(1000, HOUR), reading(1100)])).toMatchObject({ per_hour: 100, ...none });
  });

  it('does not exist beyond ten years, or beyond the end of its window', () => {
    expect(quota([reading(700, 10 * DAY), reading(700.01)])?.warn_at).toBeNull();
    const years = (warn: number) => quota([reading(0, HOUR), reading(1, 0, { warn })])?.warn_at;
    expect(years(10 * 365 * 24)).toBe(at(NOW + 10 * 365 * DAY - HOUR));
    expect(years(10 * 365 * 24 + 1)).toBeNull();
    const hourly = [reading(400, 10 * MINUTE), reading(500)];
    expect(quota(hourly, 'requests')?.warn_at).toBe(at(NOW + 30 * MINUTE));
    expect(quota(hourly, 'requests_per_hour')?.warn_at).toBeNull();
    expect(quota(hourly, 'requests_per_day')?.warn_at).toBe(at(NOW + 30 * MINUTE));
    const midnight = Math.floor(NOW / DAY) * DAY;
    const until = (warn: number) =>
      quota(
        [22, 23].map((hour, i) => reading(i, 0, { observed_at: midnight + hour * HOUR, warn })),
        'x_per_day',
      );
    expect([until(1.5)?.warn_at, until(2)?.warn_at]).toEqual([at(midnight + 23.5 * HOUR), null]);
  });

  it.each([
    ['requests_per_minute', '2026-11-21T13:43:00.000Z'],
    ['requests_per_hour', '2026-11-21T14:00:00.000Z'],
    ['tokens_per_day', '2026-11-22T00:00:00.000Z'],
    ['tokens_per_month', '2026-12-01T00:00:00.000Z'],
    ['tokens_per_month_and_user', null],
  ])('of %s ends at %s, in whatever zone the machine is', (metric, end) => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(quota([reading(1)], metric)?.resets_at).toBe(end);
  });

  it('expects at least zero at the end of its window', () => {
    const later = NOW - 10 * HOUR;
    const falling = [reading(100, 0, { observed_at: later }), reading(100, 0, { observed_at: later + HOUR })];
    expect(quota(falling, 'tokens_per_day')?.expected).toBe(100);
    // From the newest reading on, however old that is.
    const old = [reading(100, 3 * HOUR), reading(200, 2 * HOUR)];
    const left = Date.UTC(2026, 10, 22) - (NOW - 2 * HOUR);
    expect(quota(old, 'tokens_per_day')?.expected).toBeCloseTo(200 + (100 * left) / HOUR, 6);
    expect(quota([reading(100)], 'tokens_per_day')?.expected).toBeNull();
    expect(quota([reading(100, HOUR), reading(200)])?.expected).toBeNull();
    expect(quota([reading(-5)])?.share).toBe(0);
    expect(quota([reading(5, 0, { quota: 0 })])?.share).toBe(0);
    expect(quota([reading(250)])?.share).toBe(0.25);
  });

  it('has no growth where the numbers are too large for a sum', () => {
    const largest = Number.MAX_VALUE;
    const grown = [reading(-largest, 2 * HOUR), reading(0, HOUR), reading(largest, 0, { quota: largest })];
    expect(quota(grown, 'x_per_day')).toMatchObject({ per_hour: null, expected: null, share: 1 });
  });

  it('of a month ends with it, also in a year that has two digits', () => {
    const observed_at = Date.parse('0050-12-03T00:00:00Z');
    expect(quota([reading(1, 0, { observed_at })], 'x_per_month')?.resets_at).toBe(
      '0051-01-01T00:00:00.000Z',
    );
  });
});
