import { describe, expect, it } from 'vitest';
import { filterOf } from '../../server/routes/filter.ts';
import { iso } from '../../shared/time/instant.ts';
import { rangeOf, widened } from '../../shared/time/range.ts';
import type { Filter } from '../../web/lib/filter.ts';
import { isOpenEnded, movesOn, pinned, rangeSpan, rangeWords } from '../../web/lib/range.ts';

const NOW = Date.UTC(2026, 10, 18, 13, 42);
const plain = (text: string) => text.replaceAll('\u202f', ' ');

describe('the range', () => {
  it('is the last 24 hours by default', () => {
    expect(rangeOf({}, NOW)).toEqual({ from: NOW - 86_400_000, to: NOW });
    expect(plain(rangeWords({}, 'utc', NOW))).toBe('Last 24 h');
  });

  it('is the day before its end if only that is given, as on the server', () => {
    const to = '2026-10-14T12:18:37Z';
    expect(rangeOf({ to }, NOW)).toEqual({ from: Date.parse(to) - 86_400_000, to: Date.parse(to) });
    expect(rangeOf({ to: '-30d' }, NOW).from).toBe(NOW - 31 * 86_400_000);
  });

  it('reads what the server reads', () => {
    expect(rangeOf({ from: '-9999999s', to: '+5m' }, NOW)).toEqual({
      from: NOW - 9_999_999_000,
      to: NOW + 300_000,
    });
    expect(rangeOf({ from: '1763700000000' }, NOW).from).toBe(1_763_700_000_000);
    expect(rangeOf({ from: 'yesterday' }, NOW).from).toBe(NOW - 86_400_000);
  });

  it.each<[Filter, string, string]>([
    [{}, '2026-11-17T13:42:00Z', '2026-11-18T13:42:00Z'],
    [{ from: ' -7d' }, '2026-11-11T13:40:00Z', '2026-11-18T13:45:00Z'],
    [{ from: '-90d', to: '-1d ' }, '2026-08-20T12:00:00Z', '2026-11-17T15:00:00Z'],
    [{ to: '2026-10-14T12:18:37Z' }, '2026-10-13T12:18:37Z', '2026-10-14T12:18:37Z'],
    [{ to: '\t-30d' }, '2026-10-18T13:42:00Z', '2026-10-19T13:42:00Z'],
    // The `+` of an address that does not encode it is a space.
    [
      { from: '2026-11-01T00:00:00 01:00', to: '2026-11-02T00:00:00 01:00' },
      '2026-10-31T23:00:00Z',
      '2026-11-01T23:00:00Z',
    ],
    [{ from: '1763700000000', to: ' 1763700000001\n' }, '2025-11-21T04:40:00Z', '2025-11-21T04:40:00.001Z'],
  ])('%j is the same to the page and the server', (filter, from, to) => {
    const [start, end] = [Date.parse(from), Date.parse(to)];
    expect(filterOf(filter, NOW)).toEqual({ from: start, to: end });
    expect(pinned(filter, NOW)).toEqual({ from: iso(start), to: iso(Math.min(end, NOW)) });
  });

  it('is widened to whole steps at a relative end in the future, too', () => {
    expect(filterOf({ from: '-7d', to: '+61m' }, NOW)).toEqual({
      from: Date.UTC(2026, 10, 11, 13, 40),
      to: Date.UTC(2026, 10, 18, 14, 45),
    });
  });

  it.each(['-8640000000000000', '253402300800000', 'soon'])('cannot begin at %s, to either', (from) => {
    expect(() => filterOf({ from }, NOW)).toThrow("Parameter 'from' expected");
    expect(rangeWords({ from }, 'utc', NOW)).toBe(`${from} – now`);
  });

  it('names both ends of a range that has ended', () => {
    const filter = { from: '2026-11-18T12:00:00Z', to: '2026-11-18T13:00:00Z' };
    expect(isOpenEnded(filter)).toBe(false);
    expect(rangeWords(filter, 'utc', NOW)).toBe('18 Nov 12:00 – 18 Nov 13:00');
    expect(plain(rangeSpan(filter, NOW))).toBe('60 min');
  });

  it.each([
    ['-210m', '3.5 h'],
    ['-2h', '2 h'],
    ['-1441m', '24 h'],
    ['-60h', '2.5 d'],
    ['-30d', '30 d'],
    ['-7300d', '7,300 d'],
    ['-61m', '61 min'],
    ['-5s', '5 s'],
  ])('is %s long in tenths of an hour or a day: %s', (from, words) => {
    expect(plain(rangeSpan({ from }, NOW))).toBe(words);
    expect(plain(rangeWords({ from }, 'utc', NOW))).toBe(`Last ${words}`);
  });

  it('has the year of an end that is far away', () => {
    expect(rangeWords({ from: '0' }, 'utc', NOW)).toBe('1 Jan 1970 – now');
    expect(rangeWords({ from: '2025-11-18T00:00:00Z', to: '2026-11-18T00:00:00Z' }, 'utc', NOW)).toBe(
      '18 Nov 2025 – 18 Nov 00:00',
    );
    expect(rangeWords({ from: '2026-04-05T14:35:00Z', to: '2026-04-05T14:55:00Z' }, 'utc', NOW)).toBe(
      '5 Apr 2026 14:35 – 14:55',
    );
  });

  it('moves if one of its ends is relative, and is described by both ends unless it ends now', () => {
    const to = '2026-11-18T13:00:00Z';
    const moving = [
      {},
      { from: '-7d' },
      { to: '-1h' },
      { from: '-24h', to },
      { from: '0', to: '-1h' },
      { from: to, to: '2026-11-19T13:00:00Z' },
    ];
    const moves = (filter: Filter) => movesOn(filter, NOW);
    expect(moving.map(moves)).toEqual(moving.map(() => true));
    expect([{ from: to }, { to }, { from: '0', to }].map(moves)).toEqual([false, false, false]);
    expect(rangeWords({ from: '-2h', to: '-1h' }, 'utc', NOW)).toBe('18 Nov 11:42 – 18 Nov 12:42');
  });

  it('is described by the relative ends that the server answers', () => {
    const words = (from: string, to: string, now = NOW) => rangeWords({ from, to }, 'utc', now);
    expect(words('-300d', '-2d')).toBe('22 Jan 2026 – 16 Nov 15:00');
    expect(words('-7d', '-1d')).toBe('11 Nov 13:40 – 17 Nov 13:45');
    expect(words('-2h', '-1h', NOW + 10_000)).toBe('18 Nov 11:42 – 18 Nov 12:43');
    expect(words('-50m', '-10m', NOW + 10_000)).toBe('18 Nov 12:52 – 18 Nov 13:32');
    expect(words('-7d', '2026-11-17T13:42:00Z')).toBe('11 Nov 13:40 – 17 Nov 13:42');
  });

  it('shows an end that cannot be read as it is written', () => {
    const words = (filter: Filter) => rangeWords(filter, 'utc', NOW);
    expect(words({ from: 'foo' })).toBe('foo – now');
    expect(words({ from: '-99999999999d' })).toBe('-99999999999d – now');
    expect(words({ to: 'soon' })).toBe('17 Nov 13:42 – soon');
    expect(words({ from: 'x', to: 'x' })).toBe('x – x');
  });

  it('does not move if it begins before 1970', () => {
    expect(movesOn({ from: '-86400000', to: '0' }, NOW)).toBe(false);
  });

  it('is pinned by making both ends absolute', () => {
    expect(pinned({ from: '-1h' }, NOW)).toEqual({
      from: '2026-11-18T12:42:00.000Z',
      to: '2026-11-18T13:42:00.000Z',
    });
  });

  it('is pinned to what is answered, without what is still to come', () => {
    const now = NOW + 12_345;
    const range = widened(rangeOf({ from: '-30d' }, now), { from: '-30d' });
    expect(range.from).toBeLessThan(now - 30 * 86_400_000);
    expect(range.to).toBeGreaterThan(now);
    expect(pinned({ from: '-30d' }, now)).toEqual({ from: iso(range.from), to: iso(now) });
    const ends = { from: iso(now - 60_000), to: iso(now + 60_000) };
    expect(pinned(ends, now)).toEqual(ends);
  });

  it('has seconds where it is within one minute', () => {
    const words = (from: string, to: string) => plain(rangeWords({ from, to }, 'utc', NOW));
    expect(words('2026-11-18T13:00:10Z', '2026-11-18T13:00:40Z')).toBe('18 Nov 2026 13:00:10 – 13:00:40');
    expect(words('2024-11-18T13:00:10Z', '2024-11-18T14:00:10Z')).toBe('18 Nov 2024 13:00 – 14:00');
  });
});
