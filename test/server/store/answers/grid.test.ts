import { describe, expect, it } from 'vitest';
import {
  bucketsOf,
  chooseGrid,
  gridBefore,
  pointsBefore,
  SPARKLINE_PARTS,
  sparklineGrid,
} from '../../../../server/store/answers/grid.ts';
import { MAX_POINTS } from '../../../../server/store/store.ts';
import { DAY, HOUR, MINUTE, NOW } from '../records.ts';

const last = (length: number) => ({ from: NOW - length, to: NOW });

describe('the grid of a chart', () => {
  it.each([
    [10 * MINUTE, MINUTE],
    [90 * MINUTE, MINUTE],
    [90 * MINUTE + 1, 5 * MINUTE],
    [10 * HOUR, 10 * MINUTE],
    [DAY, 30 * MINUTE],
    [3 * DAY, HOUR],
    [7 * DAY, 3 * HOUR],
    [30 * DAY, 12 * HOUR],
    [90 * DAY, DAY],
    [180 * DAY, 2 * DAY],
    [400 * DAY, 7 * DAY],
    [700 * DAY, 14 * DAY],
    [6000 * DAY, 112 * DAY],
  ])('of %i ms aims at buckets of %i ms', (length, width) => {
    expect(chooseGrid(last(length), 'auto', MINUTE).width).toBe(width);
  });

  it('has at most MAX_POINTS buckets, aligned to their width, for any range and width', () => {
    for (const bucket of ['auto', '1m', '5m', '1h', '1d'] as const)
      for (let length = MINUTE; length < 20_000 * DAY; length = Math.ceil(length * 1.7)) {
        const { start, width, size } = chooseGrid(last(length), bucket, MINUTE);
        expect(size, `${bucket} ${length}`).toBeLessThanOrEqual(MAX_POINTS);
        expect(start % width).toBe(0);
        expect([start <= NOW - length, start + size * width >= NOW]).toEqual([true, true]);
      }
  });

  it('is as fine as requested up to MAX_POINTS, but never finer than what is stored', () => {
    const to = NOW - (NOW % DAY);
    const range = { from: to - MAX_POINTS * MINUTE, to };
    expect(chooseGrid(range, '1m', MINUTE)).toMatchObject({ width: MINUTE, size: MAX_POINTS });
    expect(chooseGrid({ ...range, from: range.from - 1 }, '1m', MINUTE).width).toBe(5 * MINUTE);
    expect(chooseGrid({ from: range.from + 1, to: to + 1 }, '1m', MINUTE).width).toBe(5 * MINUTE);
    expect(chooseGrid({ from: HOUR, to: HOUR + MINUTE }, '1h', MINUTE).size).toBe(1);
    expect(chooseGrid(range, '5m', MINUTE).width).toBe(5 * MINUTE);
    expect(chooseGrid(range, '1m', 30 * MINUTE).width).toBe(30 * MINUTE);
    expect(chooseGrid(range, '1d', MINUTE).width).toBe(DAY);
  });
});

describe('a bucket', () => {
  it('at either end includes what is outside of the range', () => {
    const bucketOf = bucketsOf(chooseGrid({ from: HOUR, to: 2 * HOUR }, '5m', MINUTE));
    expect([0, 59, 60, 64, 65, 119, 120, 1e9].map(bucketOf)).toEqual([0, 0, 0, 0, 1, 11, 11, 11]);
  });
});

describe('the parts of a sparkline', () => {
  it('are equal, consist of whole cells, and end with the range', () => {
    for (let cells = 1; cells < 400; cells++) {
      const range = { from: 7 * HOUR, to: 7 * HOUR + cells * 5 * MINUTE };
      const { start, width, size } = sparklineGrid(range, 5 * MINUTE);
      expect(size, `${cells}`).toBeLessThanOrEqual(SPARKLINE_PARTS);
      expect(width % (5 * MINUTE)).toBe(0);
      expect(start + size * width).toBe(range.to);
      expect(start).toBeLessThanOrEqual(range.from);
    }
  });

  it.each([
    ['all alike where their number can be divided', 50, 5, 10, 0],
    ['fewer cells in the first where it cannot', 29, 2, 15, 1],
    ['not half as many as there may be', 25, 2, 13, 1],
    ['one for one cell', 1, 1, 1, 0],
    ['one cell each while that is few enough', 24, 1, 24, 0],
  ])('have %s', (_, cells, each, size, missing) => {
    const from = 7 * HOUR;
    expect(sparklineGrid({ from, to: from + cells * MINUTE }, MINUTE)).toMatchObject({
      ...{ width: each * MINUTE, size, start: from - missing * MINUTE },
    });
  });

  it('hold whole the cells in which the range begins and ends', () => {
    const range = { from: 7 * HOUR + 1, to: 7 * HOUR + 9 * MINUTE + 1 };
    expect(sparklineGrid(range, MINUTE)).toEqual({
      ...{ ...range, width: MINUTE, size: 10, start: 7 * HOUR },
    });
  });
});

describe('the line of the period before', () => {
  it('is aligned to the current buckets, and begins where everything was counted', () => {
    const grid = chooseGrid({ from: 10 * HOUR, to: 13 * HOUR }, '1h', MINUTE);
    expect(gridBefore(grid)).toMatchObject({ from: 7 * HOUR, to: 10 * HOUR, start: 7 * HOUR, size: 3 });
    const points = (countedFrom: number) => pointsBefore(grid, [1, 2, 3], countedFrom);
    expect(points(7 * HOUR)).toEqual([10, 11, 12].map((hour, i) => [hour * HOUR, i + 1]));
    expect(points(7 * HOUR + 1)).toEqual([
      [11 * HOUR, 2],
      [12 * HOUR, 3],
    ]);
    expect(points(Number.POSITIVE_INFINITY)).toEqual([]);
  });

  it('has a first bucket that begins before the period if it was counted from the period’s start', () => {
    const grid = chooseGrid({ from: 10 * HOUR + 1, to: 13 * HOUR }, '1h', MINUTE);
    expect(pointsBefore(grid, [1, 2, 3], 7 * HOUR + 2)).toHaveLength(3);
    expect(pointsBefore(grid, [1, 2, 3], 7 * HOUR + 3)).toHaveLength(2);
  });
});
