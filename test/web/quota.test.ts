import { describe, expect, it } from 'vitest';
import type { Quota } from '../../shared/api/quotas.ts';
import { forecastWords } from '../../web/features/overview/quota-forecast.ts';
import { comingWords, fullness, quotaFigure, worstFirst } from '../../web/lib/quota.ts';

const NOW = Date.UTC(2026, 10, 21, 15, 46);
const [SOON, LATER, MORROW] = [
  '2026-11-21T15:47:00.000Z',
  '2026-11-21T18:20:00.000Z',
  '2026-11-23T00:00:00.000Z',
];

const QUOTA: Quota = {
  server: 'shop',
  metric: 'calls',
  current: 850,
  warn: 800,
  pause: null,
  hard_stop: 1000,
  quota: 1000,
  share: 0.85,
  state: 'warn',
  observed_at: '2026-11-21T15:40:00.000Z',
  per_hour: 0,
  warn_at: null,
  pause_at: null,
  hard_stop_at: null,
  resets_at: null,
  expected: null,
  readings: [],
};

const plain = (text: string) => text.replaceAll('\u202f', ' ');

it('shows a forecast by its time, as due any moment once that comes, and as not confirmed later', () => {
  const words = (at: string) => comingWords('pause', at, 'utc', NOW);
  expect(words(SOON)).toBe('pauses 15:47');
  expect(words('2026-11-21T15:46:00.000Z')).toBe('pauses any moment');
  expect(words('2026-11-21T15:44:00.001Z')).toBe('pauses any moment');
  expect(words('2026-11-21T15:44:00.000Z')).toBe('pause expected 15:44');
});

describe('what is coming', () => {
  it.each<[Partial<Quota>, string]>([
    [{}, 'not growing'],
    [{ per_hour: null }, 'too few readings to forecast'],
    [{ warn_at: SOON }, 'warns 15:47'],
    [{ warn_at: SOON, pause_at: LATER, hard_stop_at: MORROW }, 'warns 15:47, pauses 18:20, stops 23 Nov'],
    [{ hard_stop_at: LATER, resets_at: MORROW, expected: 1100 }, 'stops 18:20, resets 23 Nov'],
    [{ resets_at: MORROW, expected: 912.4 }, 'on track: 912 expected at reset, 23 Nov'],
    [{ resets_at: MORROW, expected: 1000 }, 'on track: 1,000 expected at reset, 23 Nov'],
    [{ resets_at: MORROW, expected: 1200 }, '1,200 expected at reset, 23 Nov'],
    [{ state: 'hard_stop', resets_at: MORROW, expected: 1200 }, 'resets 23 Nov'],
    [{ state: 'pause', per_hour: null }, 'reset unknown'],
    [{ per_hour: 59.9999 }, 'growing by 60 an hour'],
    [{ per_hour: 1e-9 }, 'not growing'],
    [{ per_hour: -3 }, 'not growing'],
    [{ resets_at: MORROW, per_hour: null }, 'too few readings to forecast'],
    [{ resets_at: '2026-11-21T15:46:00.000Z', hard_stop_at: LATER }, 'reset 15:46, no readings since'],
  ])('is said in words: %j', (said, words) => {
    expect(forecastWords({ ...QUOTA, ...said }, 'utc', NOW)).toBe(words);
  });
});

it('comes first by its state, then what is reached next, then as answered, and last if it was reset since', () => {
  const past = '2026-11-21T15:00:00.000Z';
  const order = (...said: readonly Partial<Quota>[]) =>
    worstFirst(
      said.map((one, n) => ({ ...QUOTA, server: `${n}`, ...one })),
      NOW,
    )
      .map(({ server }) => server)
      .join('');
  expect(order({}, { state: 'pause' }, { state: 'hard_stop' })).toBe('210');
  expect(order({}, { pause_at: MORROW }, { pause_at: LATER })).toBe('210');
  expect(order({ state: 'ok', pause_at: SOON }, { hard_stop_at: LATER }, {})).toBe('120');
  expect(order({}, { hard_stop_at: LATER })).toBe('10');
  expect(order({ hard_stop_at: LATER }, { pause_at: SOON, hard_stop_at: MORROW })).toBe('10');
  expect(order({}, {})).toBe('01');
  expect(order({ state: 'pause', resets_at: past }, { state: 'ok' })).toBe('10');
  expect(order({ resets_at: past }, {}, { resets_at: past }, { resets_at: LATER })).toBe('1302');
});

it.each([
  [31.44, '31.44'],
  [99.6, '99.6'],
  [100.4, '100'],
  [9_999_999, '9,999,999'],
  [10_000_000, '10 M'],
])('writes the value %d as %s', (value, words) => expect(plain(quotaFigure(value))).toBe(words));

it.each([
  [-0.5, '0 %'],
  [0.047, '4 %'],
  [0.57, '57 %'],
  [0.85, '85 %'],
  [0.9997, '99 %'],
  [1.5, '150 %'],
  [9.99, '999 %'],
  [50, 'over 999 %'],
  [1e300, 'over 999 %'],
])('writes the share %d as %s', (share, words) => expect(plain(fullness(share))).toBe(words));
