import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  age,
  bytes,
  change,
  clock,
  clockOrDay,
  count,
  counted,
  date,
  dateTime,
  duration,
  exact,
  percent,
  short,
  signed,
  span,
} from '../../web/lib/format.ts';

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
  ])('shortens %d for an axis', (n, words) => expect(plain(short(n))).toBe(words));

  it('gives small shares two decimals and large ones one', () => {
    expect(plain(percent(0.0258))).toBe('2.58 %');
    expect(plain(percent(0.391))).toBe('39.1 %');
  });

  it('says how something changed, and nothing if there was nothing before', () => {
    expect(plain(change(105, 100))).toBe('+5.0 %');
    expect(plain(change(50, 100))).toBe('−50.0 %');
    expect(plain(change(300, 100))).toBe('+200 %');
    expect(plain(change(50_000, 1))).toBe('+4,999,900 %');
    expect(change(5, 0)).toBeNull();
    expect(signed(0)).toBe('±0');
  });

  it('writes durations in a fitting unit', () => {
    expect(plain(duration(412))).toBe('412 ms');
    expect(plain(duration(12_400))).toBe('12.4 s');
    expect(plain(duration(300_000))).toBe('5 min');
    expect(plain(duration(12_600_000))).toBe('3.5 h');
    expect(plain(duration(86_400_000_000))).toBe('1,000 d');
  });

  it('writes sizes in powers of 1000', () => {
    expect(plain(bytes(0))).toBe('0 B');
    expect(plain(bytes(1_100_000_000))).toBe('1.1 GB');
    expect(plain(bytes(999_999))).toBe('1 MB');
  });

  it('writes time spans in the largest unit that stays readable', () => {
    expect(plain(span(62 * 60_000))).toBe('62 min');
    expect(plain(span(24 * 3_600_000))).toBe('24 h');
    expect(plain(span(7 * 86_400_000))).toBe('7 d');
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
    expect(clockOrDay(AT, 'utc', AT + 3_600_000)).toBe('13:42');
    expect(clockOrDay(AT, 'utc', AT + 86_399_999)).toBe('13:42');
    expect(clockOrDay(AT, 'utc', AT - 86_399_999)).toBe('13:42');
    expect(clockOrDay(AT, 'utc', AT + 86_400_000)).toBe('18 Nov');
    expect(clockOrDay(AT, 'utc', AT - 86_400_000)).toBe('18 Nov');
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
