import { describe, expect, test } from 'vitest';
import { instant, isoOrNull, moment, rfc3339, SAYABLE } from '../../../shared/time/instant.ts';

const at = (iso: string) => Date.parse(iso);

describe('an RFC 3339 date-time', () => {
  test.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21t10:00:00z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21 10:00:00.5Z', '2026-11-21T10:00:00.500Z'],
    ['2026-11-21T10:00:00.123987Z', '2026-11-21T10:00:00.123Z'],
    ['2026-11-21T10:00:00+05:30', '2026-11-21T04:30:00.000Z'],
    ['2026-11-21T10:00:00-05:30', '2026-11-21T15:30:00.000Z'],
    ['2026-11-21T23:59:60Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-21T23:59:59+23:59', '2026-11-21T00:00:59.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0099-01-01T00:00:00Z', '0099-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(rfc3339(text)).toBe(at(iso));
  });

  test.each([
    ...['2026-11-21', '2026-11-21T10:00Z', '2026-11-21T10:00:00', '2026-11-21T10:00:00.Z'],
    ...['x2026-11-21T10:00:00Z', '2026-11-21T10:00:00Zx', '2026-11-21T10:00:00+0530'],
    ...['2026-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '2026-13-01T00:00:00Z', '2026-00-10T00:00:00Z'],
    ...['2026-01-00T00:00:00Z', '2026-01-32T00:00:00Z'],
    ...['2026-11-21T24:00:00Z', '2026-11-21T10:60:00Z', '2026-11-21T10:00:61Z'],
    ...['2026-11-21T10:00:00+24:00', '2026-11-21T10:00:00+00:60'],
  ])('is not %s', (text) => {
    expect(rfc3339(text)).toBeUndefined();
  });

  test('has a year of four digits', () => {
    expect([SAYABLE.first, SAYABLE.last]).toEqual([
      rfc3339('0000-01-01T00:00:00Z'),
      rfc3339('9999-12-31T23:59:59.999Z'),
    ]);
  });
});

describe('a time in epoch milliseconds', () => {
  test('may be as far from 1970 as a Date can hold', () => {
    const texts = ['0', '-1', '8640000000000000', '-8640000000000000', '2026-11-21T10:00:00Z'];
    expect(texts.map(instant)).toEqual([0, -1, 8.64e15, -8.64e15, at('2026-11-21T10:00:00Z')]);
    for (const text of [
      '8640000000000001',
      '-8640000000000001',
      '00000000000000001',
      '1.5',
      '1e3',
      'x1',
      '1x',
      '',
    ])
      expect(instant(text), text).toBeUndefined();
  });
});

describe('a distance from now', () => {
  const now = at('2026-11-21T10:00:00Z');

  test.each([
    ['-90s', -90_000],
    ['-5m', -300_000],
    ['+24h', 86_400_000],
    ['-30d', -30 * 86_400_000],
    ['-2w', -14 * 86_400_000],
    ['-0s', 0],
    ['+999999999s', 999_999_999_000],
  ])('%s is %i ms', (text, distance) => {
    expect(moment(text, now)).toBe(now + distance);
  });

  test('needs a sign and a unit, and leads to a time that a Date can hold', () => {
    for (const text of [
      '24h',
      '-h',
      '-24',
      '-0',
      '+24',
      '-24y',
      '-24H',
      'x-24h',
      '-24hx',
      '-1000000000s',
      '-999999999w',
    ])
      expect(moment(text, now), text).toBeUndefined();
    expect(moment('+1s', 8.64e15 - 1000)).toBe(8.64e15);
    expect(moment('+1s', 8.64e15 - 999)).toBeUndefined();
  });

  test('may be a time instead', () => {
    expect(moment('2026-11-21T09:00:00Z', now)).toBe(now - 3_600_000);
  });
});

test('no time is null', () => {
  expect([isoOrNull(null), isoOrNull(0)]).toEqual([null, '1970-01-01T00:00:00.000Z']);
});
