import { describe, expect, it } from 'vitest';
import { isOpenEnded, pinned, rangeOf, rangeSpan, rangeWords, timeOf } from '../../web/lib/range.ts';

const NOW = Date.UTC(2026, 10, 18, 13, 42);
const plain = (text: string) => text.replaceAll('\u202f', ' ');

describe('the range', () => {
  it('is the last 24 hours where none is asked for', () => {
    expect(rangeOf({}, NOW)).toEqual({ from: NOW - 86_400_000, to: NOW });
    expect(plain(rangeWords({}, 'utc', NOW))).toBe('Last 24 h');
  });

  it('reads relative times, epoch ms and RFC 3339', () => {
    expect(timeOf('-15m', NOW)).toBe(NOW - 900_000);
    expect(timeOf('-2w', NOW)).toBe(NOW - 1_209_600_000);
    expect(timeOf('1763700000000', NOW)).toBe(1_763_700_000_000);
    expect(timeOf('2026-11-18T13:42:00Z', NOW)).toBe(NOW);
    expect(timeOf('yesterday', NOW)).toBeUndefined();
    expect(timeOf('9999999999999999', NOW)).toBeUndefined();
  });

  it('names both ends of a range that has ended', () => {
    const filter = { from: '2026-11-18T12:00:00Z', to: '2026-11-18T13:00:00Z' };
    expect(isOpenEnded(filter)).toBe(false);
    expect(rangeWords(filter, 'utc', NOW)).toBe('18 Nov 12:00 – 18 Nov 13:00');
    expect(plain(rangeSpan(filter, NOW))).toBe('60 min');
  });

  it('tells the year of an end that lies far away', () => {
    expect(rangeWords({ from: '0' }, 'utc', NOW)).toBe('1 Jan 1970 – now');
    expect(rangeWords({ from: '2025-11-18', to: '2026-11-18' }, 'utc', NOW)).toBe(
      '18 Nov 2025 – 18 Nov 00:00',
    );
  });

  it('is pinned by writing both ends out', () => {
    expect(pinned({ server: ['a'], from: '-1h' }, NOW)).toEqual({
      server: ['a'],
      from: '2026-11-18T12:42:00.000Z',
      to: '2026-11-18T13:42:00.000Z',
    });
  });
});
