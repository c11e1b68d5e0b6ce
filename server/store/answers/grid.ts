import type { BucketWidth } from '../../../shared/api/series.ts';
import type { Range } from '../../../shared/time/range.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time/units.ts';
import { MAX_POINTS } from '../store.ts';
import { previous } from './period.ts';

/** Allowed bucket widths; beyond the last, a week, twice as many weeks each time. */
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

/** Maximum number of buckets if no width is requested: half an hour each for a day, a day for 90 days. */
const AIMED_POINTS = 90;
/** Maximum number of parts of a sparkline. */
export const SPARKLINE_PARTS = 24;

/** A range divided into buckets of one width, aligned to UTC; the first and last may reach beyond it. */
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

/**
 * Chooses the grid of a range: as fine as requested if that makes at most MAX_POINTS buckets, and none
 * narrower than `finest` ms.
 */
export function chooseGrid(range: Range, asked: BucketWidth, finest: number): Grid {
  const least = Math.max(finest, asked === 'auto' ? 0 : ASKED[asked]);
  const most = asked === 'auto' ? AIMED_POINTS : MAX_POINTS;
  for (let i = 0; ; i++) {
    const width = WIDTHS[i] ?? 7 * DAY * 2 ** (i + 1 - WIDTHS.length);
    const grid = gridOf(range, width);
    // For `auto`, the incomplete buckets at the ends do not count.
    if (width >= least && (asked === 'auto' ? (range.to - range.from) / width : grid.size) <= most)
      return grid;
  }
}

/**
 * Returns a function that maps a minute since the epoch to its bucket's index; minutes just outside belong to
 * the bucket at that end. All counts of a cell are looked up in a row, so only the first divides.
 */
export function bucketsOf({ start, width, size }: Grid): (minute: number) => number {
  let [last, bucket] = [Number.NaN, 0];
  return (minute) => {
    if (minute !== last) {
      last = minute;
      bucket = Math.min(Math.max(Math.floor((minute * MINUTE - start) / width), 0), size - 1);
    }
    return bucket;
  };
}

/** The grid of the previous period, as many buckets so that the two lines overlay; need not be aligned. */
export function gridBefore(grid: Grid): Grid {
  return { ...previous(grid), start: grid.start - (grid.to - grid.from) };
}

/** Returns the points of a series from its values by bucket, omitting null and undefined values. */
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

/**
 * Returns the points of the previous period, placed on the current buckets, without buckets that begin before
 * `countedFrom` (epoch ms).
 */
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

/** Adds to the value of one bucket. */
export function addAt(into: number[], bucket: number, more: number): void {
  into[bucket] = (into[bucket] ?? 0) + more;
}

/** Adds values to those of the same buckets. */
export function addBuckets(into: number[], values: readonly number[]): void {
  values.forEach((value, bucket) => {
    addAt(into, bucket, value);
  });
}

/** One zero per bucket. */
export function zeros(grid: Grid): number[] {
  return Array<number>(grid.size).fill(0);
}

/** Returns the end of the last bucket with a value, epoch ms: no later response is counted. */
export function endOfNewest({ start, width }: Grid, values: readonly number[]): number {
  return start + (values.findLastIndex((value) => value > 0) + 1) * width;
}

/**
 * Divides the range into at most SPARKLINE_PARTS equal parts, each of a whole number of cells, `cell` ms
 * wide. If the cells cannot be divided evenly, the first part has fewer: a short last one would look like a
 * fall.
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
