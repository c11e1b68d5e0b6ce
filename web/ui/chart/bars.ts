import { heightScale, scaleOf } from './geometry.ts';
import { type ChartData, type ChartSeries, incomplete, type Lane, type Row, valueKey } from './model.ts';

/** The bars of one series as path data, empty if it has none. */
export interface Bars {
  readonly series: ChartSeries;
  readonly whole: string;
  /** The bar of a bucket that the end of the range cuts off. */
  readonly cut: string;
}

/** Minimum width of a bar that is still visible, px. */
const THINNEST = 0.75;

const px = (value: number) => Math.round(value * 100) / 100;

/** Space between two bars, px: none if they are hardly wider than that. */
function gapOf(width: number): number {
  if (width > 5) return 1;
  return width > 2 ? 0.5 : 0;
}

/**
 * The stacked bars of a lane on a plot of this width whose axis ends at `top`. One path per series, since an
 * element for each of 300 buckets of each series takes too long to draw.
 */
export function barsOf(
  data: ChartData,
  lane: Lane,
  rows: readonly Row[],
  width: number,
  top: number,
): Bars[] {
  const scale = scaleOf(data, width);
  const bucket = scale.inner / scale.buckets;
  const gap = gapOf(bucket);
  const y = heightScale(lane.height, top);
  const stacked = new Map<number, number>();
  return lane.series
    .filter(({ kind }) => kind === 'bar')
    .map((series) => {
      const paths = { whole: '', cut: '' };
      for (const row of rows) {
        const value = row.values.get(valueKey(lane, series)) ?? 0;
        if (value <= 0) continue;
        const below = stacked.get(row.t) ?? 0;
        stacked.set(row.t, below + value);
        const foot = y(below);
        const height = foot - y(below + value);
        const line = height > 3 ? 0.5 : 0;
        paths[incomplete(row, data) ? 'cut' : 'whole'] +=
          `M${px(scale.x(row.t) + gap / 2)} ${px(foot)}v${px(line - height)}h${px(Math.max(THINNEST, bucket - gap))}v${px(height - line)}z`;
      }
      return { series, ...paths };
    });
}
