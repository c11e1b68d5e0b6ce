import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { bytes, change, count, counted, percent, short, signed, times } from '../../web/lib/numbers.ts';
import { age, clock, clockOrDay, date, dateTime, duration, exact, span } from '../../web/lib/times.ts';

/** Replaces the narrow no-break space before units with a plain one. */
const plain = (text: string | null) => text?.replaceAll('\u202f', ' ') ?? null;
const AT = Date.UTC(2026, 10, 18, 13, 42, 6, 318);

describe('formats', () => {
  it('groups thousands', () => expect(count(48_216)).toBe('48,216'));

  it.each([
    [0, '0'],
    [999, '999'],
    [999_949, '999.9 k'],
    [999_950, '1 M'],
    [1000, '1 k'],
    [1600, '1.6 k'],
    [2_400_000, '2.4 M'],
    [1_000_000_000, '1 G'],
    [5e15, '5,000 T'],
  ])('shortens %d for an axis', (n, words) => expect(plain(short(n))).toBe(words));

  it('gives small shares two decimals and large ones one', () => {
    expect(plain(percent(0.0258))).toBe('2.58 %');
    expect(plain(percent(0.1))).toBe('10.0 %');
    expect(plain(percent(0.391))).toBe('39.1 %');
    expect(plain(percent(1))).toBe('100 %');
  });

  it.each([
    [0, '0 %'],
    [1 / 30_000, '<0.01 %'],
    [0.000_06, '0.01 %'],
    [0.9994, '99.9 %'],
    [0.9996, '>99.9 %'],
    [1 - 1e-9, '>99.9 %'],
    [1.0004, '100.0 %'],
  ])('writes a share of %d neither as none nor as all unless it is', (share, words) =>
    expect(plain(percent(share))).toBe(words),
  );

  it('says how something changed, and nothing if there was nothing before', () => {
    expect(plain(change(105, 100))).toBe('+5.0 %');
    expect(plain(change(50, 100))).toBe('−50.0 %');
    expect(plain(change(200, 100))).toBe('+100 %');
    expect(plain(change(300, 100))).toBe('+200 %');
    expect(plain(change(50_000, 1))).toBe('+4,999,900 %');
    expect(change(5, 0)).toBeNull();
    expect(change(5, null)).toBeNull();
    expect(signed(0, count)).toBe('±0');
  });

  it.each([
    [0.414, '0.41 ms'],
    [1.52, '1.5 ms'],
    [9.03, '9 ms'],
    [9.96, '10 ms'],
    [412.4, '412 ms'],
    [9999, '9,999 ms'],
    [10_000, '10 s'],
    [12_400, '12.4 s'],
    [120_000, '2 min'],
    [300_000, '5 min'],
    [7_200_000, '2 h'],
    [12_600_000, '3.5 h'],
    [172_800_000, '2 d'],
    [86_400_000_000, '1,000 d'],
  ])('writes a duration of %d ms in a fitting unit', (ms, words) => expect(plain(duration(ms))).toBe(words));

  it.each([
    [1, '1.00 ×'],
    [1.0075, '1.01 ×'],
    [1.052, '1.05 ×'],
    [1.1, '1.1 ×'],
    [9.94, '9.9 ×'],
    [10, '10 ×'],
    [12.6, '13 ×'],
    [1600, '1.6 k ×'],
  ])('writes the factor %d', (factor, words) => expect(plain(times(factor))).toBe(words));

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1100, '1.1 kB'],
    [12_400, '12 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [999_999, '1 MB'],
    [1_100_000_000, '1.1 GB'],
    [5e15, '5,000 TB'],
  ])('writes a size of %d bytes in powers of 1000', (size, words) => expect(plain(bytes(size))).toBe(words));

  it('writes time spans in the largest unit that stays readable', () => {
    expect(plain(span(30_000))).toBe('30 s');
    expect(plain(span(60_000))).toBe('1 min');
    expect(plain(span(62 * 60_000))).toBe('62 min');
    expect(plain(span(120 * 60_000))).toBe('2 h');
    expect(plain(span(24 * 3_600_000))).toBe('24 h');
    expect(plain(span(48 * 3_600_000))).toBe('2 d');
    expect(plain(span(7 * 86_400_000))).toBe('7 d');
    expect(plain(span(7000 * 86_400_000))).toBe('7,000 d');
    expect(plain(span(2.6 * 86_400_000))).toBe('3 d');
  });

  it('rounds ages down to whole units, as the server does', () => {
    expect(plain(age(2.6 * 86_400_000))).toBe('2 d');
    expect(plain(age(119.9 * 60_000))).toBe('119 min');
  });

  it('writes times in UTC on request', () => {
    expect(clock(AT, 'utc')).toBe('13:42');
    expect(dateTime(AT, 'utc')).toBe('18 Nov 13:42');
    expect(date(AT, 'utc')).toBe('18 Nov 2026');
    expect(exact(AT, 'utc')).toBe('18 Nov 2026, 13:42:06.318 UTC');
    expect(exact(AT - 311, 'utc')).toBe('18 Nov 2026, 13:42:06.007 UTC');
    expect(exact(-1, 'utc')).toBe('31 Dec 1969, 23:59:59.999 UTC');
    expect(clockOrDay(AT, 'utc', AT + 3_600_000)).toBe('13:42');
    expect(clockOrDay(AT, 'utc', AT + 86_399_999)).toBe('13:42');
    expect(clockOrDay(AT, 'utc', AT - 86_399_999)).toBe('13:42');
    expect(clockOrDay(AT, 'utc', AT + 86_400_000)).toBe('18 Nov');
    expect(clockOrDay(AT, 'utc', AT - 86_400_000)).toBe('18 Nov');
    for (const days of [-400, -184, 184, 400])
      expect(clockOrDay(AT, 'utc', AT + days * 86_400_000)).toBe('18 Nov 2026');
  });

  it('tells apart the hour that comes twice when summer time ends', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('TZ', 'America/New_York');
    expect(exact(Date.UTC(2026, 10, 1, 5, 30), 'local')).toBe('1 Nov 2026, 01:30:00.000 GMT-4');
    expect(exact(Date.UTC(2026, 10, 1, 6, 30), 'local')).toBe('1 Nov 2026, 01:30:00.000 GMT-5');
  });

  it('writes counts in the singular and plural', () => {
    expect(counted(1, 'group')).toBe('1 group');
    expect(counted(1200, 'group')).toBe('1,200 groups');
  });

  it('writes every finite number without throwing', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        for (const format of [count, short, percent, duration, bytes, span])
          expect(format(n)).not.toMatch(/NaN|undefined/);
      }),
    );
  });
});
