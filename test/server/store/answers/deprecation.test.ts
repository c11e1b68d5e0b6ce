import { describe, expect, it } from 'vitest';
import { daysTo, judgeUse, mostUrgentFirst, type Use } from '../../../../server/store/answers/deprecation.ts';
import { DAY, HOUR, NOW } from '../records.ts';

const WEEK = { from: NOW - 7 * DAY, to: NOW };
const ASK = { windowDays: 30, threshold: 0 };

const judged = (given: Partial<Use>, ask = ASK) =>
  judgeUse(
    {
      ...{ count: 10, before: 10, isBeforeWhole: true, clients: 2, lastSeen: NOW - HOUR, removalAt: null },
      ...{ inWindow: 20, windowResponses: 1000 },
      ...given,
    },
    WEEK,
    ask,
    NOW,
  );

describe('a deprecated item', () => {
  const unused = { count: 0, before: 0, inWindow: 0, lastSeen: NOW - 40 * DAY };

  it.each<[verdict: string, evidence: string, given: Partial<Use>]>([
    ['in_use', '10 uses by 2 clients, 0 % in 7 days', {}],
    ['in_use', '1 use by 1 client', { count: 1, before: 0, clients: 1 }],
    ['in_use', 'last use 3 days ago', { count: 0, before: 0, lastSeen: NOW - 3 * DAY }],
    ['in_use', '6 uses by 2 clients, −40 % in 7 days', { count: 6 }],
    ['fading', '5 uses, −50 % in 7 days, zero about 28 Nov 2026', { count: 5 }],
    ['fading', '5 uses', { count: 5, isBeforeWhole: false }],
    ['fading', '0 uses, −100 % in 7 days', { count: 0 }],
    ['in_use', '20 uses by 2 clients, +100 % in 7 days', { count: 20 }],
    ['quiet', 'last use 14 Nov 2026, safe after 30 days', { count: 0, lastSeen: NOW - 7 * DAY }],
    ['safe_to_remove', '0 uses in 1,000 responses of 30 days', unused],
    ['quiet', 'last use 12 Oct 2026, safe after 30 days', { ...unused, windowResponses: 0 }],
    ['past_date', '10 uses by 2 clients in 7 days, 2 days past its date', { removalAt: NOW - 2 * DAY }],
    ['in_use', '10 uses by 2 clients, 0 % in 7 days', { removalAt: NOW }],
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
    expect(judged(given)).toMatchObject({ verdict, evidence });
  });

  it('is safe at the threshold, and not above it', () => {
    const ask = { ...ASK, threshold: 20 };
    expect(judged({}, ask).verdict).toBe('safe_to_remove');
    expect(judged({ inWindow: 21 }, ask).verdict).toBe('in_use');
  });

  it('is quiet after a shorter window than a week', () => {
    const ask = { ...ASK, windowDays: 3 };
    expect(judged({ count: 0, lastSeen: NOW - 3 * DAY }, ask).verdict).toBe('quiet');
    expect(judged({ count: 0, before: 0, lastSeen: NOW - 3 * DAY + 1 }, ask).verdict).toBe('in_use');
  });

  it('reaches zero at the pace of the last two periods', () => {
    expect(judged({ count: 5 }).zero_at).toBe(new Date(NOW + 7 * DAY).toISOString());
    expect(judged({ count: 9 }).zero_at).toBe(new Date(NOW + 63 * DAY).toISOString());
    for (const given of [{ count: 0 }, { count: 10 }, { count: 5, isBeforeWhole: false }])
      expect(judged(given).zero_at).toBeNull();
  });
});

it('is due by the calendar, in UTC', () => {
  const day = Math.floor(NOW / DAY) * DAY;
  expect([day - 1, day, day + DAY - 1, day + DAY].map((at) => daysTo(at, NOW))).toEqual([-1, 0, 0, 1]);
});

it('lists the most urgent item first, then the earliest date, then the most used', () => {
  const items = [
    { verdict: 'safe_to_remove', removal_date: '2026-01-01', count: 9 },
    { verdict: 'in_use', removal_date: null, count: 9 },
    { verdict: 'in_use', removal_date: null, count: 10 },
    { verdict: 'in_use', removal_date: '2027-02-01', count: 1 },
    { verdict: 'in_use', removal_date: '2027-01-01', count: 1 },
    { verdict: 'past_date', removal_date: '2026-01-01', count: 1 },
  ] as const;
  expect(items.toSorted(mostUrgentFirst).map((item) => items.indexOf(item))).toEqual([5, 4, 3, 2, 1, 0]);
});
