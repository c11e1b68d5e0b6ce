import { describe, expect, it } from 'vitest';
import {
  mostUrgentFirst,
  type Use,
  verdictOn,
  windowOf,
} from '../../../../server/store/answers/deprecation.ts';
import type { DeprecationVerdict } from '../../../../shared/deprecation-verdict.ts';
import { DAY, HOUR, MINUTE, NOW } from '../records.ts';

const WEEK = { from: NOW - 7 * DAY, to: NOW };
const ASK = { windowDays: 30, threshold: 0 };

const USE: Use = {
  ...{ count: 10, before: 10, isBeforeWhole: true, clients: 2, lastSeen: NOW - HOUR, removalAt: null },
  ...{ inWindow: 20, windowResponses: 1000 },
};
const found = (given: Partial<Use>, ask = ASK) => verdictOn({ ...USE, ...given }, WEEK, ask, NOW);

it('is judged by the window that ends now, of its server, whoever called and whatever else was asked for', () => {
  const filter = { ...WEEK, server: ['shop'], notServer: ['desk'], client: ['ide'], q: 'gone' };
  const window = { from: NOW - 30 * DAY, to: NOW + 1, server: ['shop'], notServer: ['desk'] };
  expect(windowOf(filter, ASK, NOW)).toEqual(window);
});

describe('a deprecated item', () => {
  const unused = { count: 0, before: 0, inWindow: 0, lastSeen: NOW - 40 * DAY };

  it.each<[verdict: string, evidence: string, given: Partial<Use>]>([
    ['in_use', '10 uses by 2 clients, unchanged in 7 days', {}],
    ['in_use', '1 use by 1 client', { count: 1, before: 0, clients: 1 }],
    ['in_use', 'last use 3 days ago', { count: 0, before: 0, lastSeen: NOW - 3 * DAY }],
    ['in_use', 'last use less than a day ago', { count: 0, before: 0, lastSeen: NOW - DAY + 1 }],
    ['in_use', '6 uses by 2 clients, −40 % in 7 days', { count: 6 }],
    ['fading', '5 uses, −50 % in 7 days, zero about 28 Nov 2026', { count: 5 }],
    ['fading', '5 uses', { count: 5, isBeforeWhole: false }],
    ['fading', '0 uses, −100 % in 7 days', { count: 0 }],
    ['in_use', '20 uses by 2 clients, +100 % in 7 days', { count: 20 }],
    ['in_use', '18,800 uses by 2 clients, +18,700 % in 7 days', { count: 18_800, before: 100 }],
    ['in_use', 'last use 6 days ago', { count: 0, before: 0, lastSeen: NOW - 7 * DAY + 1 }],
    ['in_use', '101 uses by 2 clients, +1 % in 7 days', { count: 101, before: 100 }],
    ['in_use', '1,001 uses by 2 clients, ±0 % in 7 days', { count: 1001, before: 1000 }],
    ['in_use', '20 uses by 2 clients, −33 % in 7 days', { count: 20, before: 30 }],
    ['quiet', 'last use 14 Nov 2026, safe after 30 days', { count: 0, lastSeen: NOW - 7 * DAY }],
    ['safe_to_remove', '0 uses in 1,000 responses of 30 days', unused],
    ['safe_to_remove', '0 uses in 1 response of 30 days', { ...unused, windowResponses: 1 }],
    ['quiet', 'last use 12 Oct 2026, safe after 30 days', { ...unused, windowResponses: 0 }],
    ['past_date', '10 uses by 2 clients in 7 days, 2 days past its date', { removalAt: NOW - 2 * DAY }],
    [
      'past_date',
      '10 uses by 2 clients in 7 days, 2 days past its date',
      { removalAt: NOW - 2 * DAY, lastSeen: NOW - 2 * DAY },
    ],
    ['in_use', '10 uses by 2 clients, unchanged in 7 days', { removalAt: NOW - 2 * HOUR }],
    ['in_use', '10 uses by 2 clients, unchanged in 7 days', { removalAt: NOW }],
    [
      'past_date',
      'last use 8 days ago, 9 days past its date',
      { count: 0, lastSeen: NOW - 8 * DAY, removalAt: NOW - 9 * DAY },
    ],
    [
      'quiet',
      'last use 12 Nov 2026, safe after 30 days',
      { count: 0, lastSeen: NOW - 9 * DAY, removalAt: NOW - 8 * DAY },
    ],
    ['safe_to_remove', '0 uses in 1,000 responses of 30 days', { ...unused, removalAt: NOW - 50 * DAY }],
  ])('is %s: %s', (verdict, evidence, given) => {
    expect(found(given)).toMatchObject({ verdict, evidence });
  });

  it.each([
    [3 * HOUR, '3 hours'],
    [20 * MINUTE, '1 hour'],
    [80 * MINUTE, '1 hour'],
    [100 * MINUTE, '2 hours'],
    [DAY, '1 day'],
    [30 * HOUR, '1 day'],
    [40 * HOUR, '2 days'],
    [400.5 * DAY, '400 days'],
  ])('names a period of %i ms as %s', (length, named) => {
    expect(verdictOn(USE, { from: NOW - length, to: NOW }, ASK, NOW).evidence).toContain(` in ${named}`);
  });

  it('says with every verdict how many days ago it was used, and when it comes to zero', () => {
    const falling = { count: 5, lastSeen: NOW - 2 * DAY };
    const said = [
      found(falling),
      found({ ...falling, removalAt: NOW - 3 * DAY }),
      found({ ...falling, inWindow: 0 }),
      found(falling, { ...ASK, windowDays: 2 }),
      found({ ...falling, count: 8 }),
    ];
    expect(said.map(({ verdict, quiet_days }) => [verdict, quiet_days])).toEqual([
      ['fading', 2],
      ['past_date', 2],
      ['safe_to_remove', 2],
      ['quiet', 2],
      ['in_use', 2],
    ]);
    expect(said.map(({ zero_at }) => zero_at)).not.toContain(null);
    expect(found({ lastSeen: NOW + DAY }).quiet_days).toBe(0);
  });

  it('is safe at the threshold, but not above', () => {
    const ask = { ...ASK, threshold: 20 };
    expect(found({}, ask).verdict).toBe('safe_to_remove');
    expect(found({ inWindow: 21 }, ask).verdict).toBe('in_use');
  });

  it('is quiet after a window shorter than a week', () => {
    const ask = { ...ASK, windowDays: 3 };
    expect(found({ count: 0, lastSeen: NOW - 3 * DAY }, ask).verdict).toBe('quiet');
    expect(found({ count: 0, before: 0, lastSeen: NOW - 3 * DAY + 1 }, ask).verdict).toBe('in_use');
  });

  it('reaches zero at the pace of the last two periods', () => {
    expect(found({ count: 5 }).zero_at).toBe(new Date(NOW + 7 * DAY).toISOString());
    expect(found({ count: 1, before: 2 }).zero_at).toBe(new Date(NOW + 7 * DAY).toISOString());
    expect(found({ count: 9 }).zero_at).toBe(new Date(NOW + 63 * DAY).toISOString());
    for (const given of [{ count: 0 }, { count: 10 }, { count: 5, isBeforeWhole: false }])
      expect(found(given).zero_at).toBeNull();
  });

  it('does not say when a use that falls too slowly reaches zero', () => {
    expect(found({ count: 519, before: 520 }).zero_at).toBe(new Date(NOW + 519 * 7 * DAY).toISOString());
    expect(found({ count: 522, before: 523 }).zero_at).toBeNull();
    expect(found({ count: 3_999_999, before: 4_000_000 }).zero_at).toBeNull();
  });
});

it('lists the most urgent item first, then the earliest date, then the most used, then by name', () => {
  const row = (verdict: DeprecationVerdict, count: number, deprecated_item = 'old', server = 'shop') =>
    ({ verdict, count, deprecated_item, server, type: 'operation' }) as const;
  const items = [
    { row: row('safe_to_remove', 9), removalAt: NOW },
    { row: row('quiet', 9), removalAt: NOW },
    { row: row('fading', 9), removalAt: NOW },
    { row: row('in_use', 9, 'old', 'tiles'), removalAt: null },
    { row: { ...row('in_use', 9), type: 'parameter' }, removalAt: null },
    { row: row('in_use', 9), removalAt: null },
    { row: row('in_use', 9, 'late'), removalAt: null },
    { row: row('in_use', 10), removalAt: null },
    { row: row('in_use', 1), removalAt: NOW + 2 * DAY },
    { row: row('in_use', 1), removalAt: NOW + DAY },
    { row: row('past_date', 1), removalAt: NOW },
  ] as const;
  expect(items.toSorted(mostUrgentFirst).map((item) => items.indexOf(item))).toEqual([
    10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
  ]);
});
