import type { BucketWidth } from '../../../shared/api/series.ts';
import { MAX_POINTS } from '../store.ts';
import { DAY, HOUR, MINUTE, previous, type Range } from './period.ts';

/** Widths a bucket may have; beyond the last, whole weeks. */
const WIDTHS = [
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
] as const;

const ASKED: Readonly<Record<Exclude<BucketWidth, 'auto'>, number>> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '1h': HOUR,
  '1d': DAY,
};

/** Buckets a chart aims at where none is asked for: half an hour for a day, a day for 90 days. */
const AIMED_POINTS = 90;
export const SPARKLINE_PARTS = 24;

/** A range cut into buckets of one width, aligned to UTC; the first and the last may reach beyond the range. */
export interface Grid extends Range {
  /** Milliseconds. */
  readonly width: number;
  /** Start of the first bucket, epoch ms. */
  readonly start: number;
  readonly size: number;
}

function gridOf(range: Range, width: number): Grid {
  const start = Math.floor(range.from / width) * width;
  return { ...range, width, start, size: Math.max(1, Math.ceil((range.to - start) / width)) };
}

/** The grid of a range: as fine as asked for while that makes at most MAX_POINTS buckets, none of them narrower than `finest` ms. */
export function chooseGrid(range: Range, asked: BucketWidth, finest: number): Grid {
  const least = Math.max(finest, asked === 'auto' ? 0 : ASKED[asked]);
  const most = asked === 'auto' ? AIMED_POINTS : MAX_POINTS;
  for (let weeks = 1; ; weeks *= 2)
    for (const step of WIDTHS) {
      const width = weeks === 1 ? step : weeks * 7 * DAY;
      const grid = gridOf(range, width);
      // Aiming, the incomplete bucket at either end is not counted.
      if (width >= least && (asked === 'auto' ? (range.to - range.from) / width : grid.size) <= most)
        return grid;
    }
}

/**
 * Gives the position of the bucket that a minute since the epoch lies in; minutes just outside belong to the bucket at
 * that end. The counts of a cell are asked for one after the other: the division is made for the first.
 */
export function bucketsOf({ start, width, size }: Grid): (minute: number) => number {
  let [last, bucket] = [Number.NaN, 0];
  return (minute) => {
    if (minute !== last) {
      last = minute;
      bucket = Math.min(Math.max(Math.floor((minute * 60_000 - start) / width), 0), size - 1);
    }
    return bucket;
  };
}

/** The grid of the period before, with as many buckets, so that the two lines lie on each other; they need not be aligned. */
export function gridBefore(grid: Grid): Grid {
  return { ...grid, ...previous(grid), start: grid.start - (grid.to - grid.from) };
}

/** Points of a series from its values by bucket; undefined values are left out. */
export function pointsOf(
  grid: Grid,
  values: readonly (number | null | undefined)[],
): (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  for (let i = 0; i < grid.size; i++) {
    const value = values[i];
    if (value !== undefined && value !== null) points.push([grid.start + i * grid.width, value]);
  }
  return points;
}

/** Points of the period before on the buckets of now; none where a bucket of it begins before all was counted (epoch ms). */
export function pointsBefore(
  grid: Grid,
  values: readonly number[],
  countedFrom: number,
): (readonly [number, number])[] {
  const { from, start, width } = gridBefore(grid);
  const isCounted = (bucket: number) => Math.max(from, start + bucket * width) >= countedFrom;
  return pointsOf(
    grid,
    values.map((value, bucket) => (isCounted(bucket) ? value : null)),
  );
}

/** Zeros, one a bucket. */
export function zeros(grid: Grid): number[] {
  return Array<number>(grid.size).fill(0);
}

/** The end of the last bucket that has a value, epoch ms: no later response counts in it. */
export function endOfNewest({ start, width }: Grid, values: readonly number[]): number {
  return start + (values.findLastIndex((value) => value > 0) + 1) * width;
}

/**
 * The range in at most SPARKLINE_PARTS equal parts, each of as many whole cells of a width in milliseconds. Where their
 * number has no such divisor the first part has fewer: a short last one would look like a fall.
 */
export function sparklineGrid({ from, to }: Range, cell: number): Grid {
  const end = Math.ceil(to / cell) * cell;
  const cells = Math.max(1, end / cell - Math.floor(from / cell));
  const least = Math.ceil(cells / SPARKLINE_PARTS);
  let each = least;
  while (each < 2 * least && cells % each !== 0) each++;
  if (cells % each !== 0) each = least;
  const [width, size] = [each * cell, Math.ceil(cells / each)];
  return { from, to, width, start: end - size * width, size };
}
