import { DAY, HOUR, MINUTE } from '../../../shared/time/units.ts';
import { clock, clockOnce, date, day, type Zone } from '../../lib/times.ts';
import type { ChartData } from './model.ts';

export const AXIS_WIDTH = 44;
export const MARGIN_RIGHT = 8;
export const MARGIN_TOP = 6;
export const MARGIN_BOTTOM = 7;
export const TICKS_HEIGHT = 22;
export const TITLE_HEIGHT = 20;

const STEPS = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7 * 1440, 14 * 1440, 30 * 1440].map(
  (m) => m * MINUTE,
);

/** Horizontal positions of times on a plot of this width, which buckets share evenly. */
export function scaleOf(data: ChartData, width: number) {
  const start = Math.floor(data.from / data.bucketMs) * data.bucketMs;
  const buckets = Math.max(1, Math.ceil((data.to - start) / data.bucketMs));
  const inner = Math.max(1, width - AXIS_WIDTH - MARGIN_RIGHT);
  const perMs = inner / (buckets * data.bucketMs);
  return {
    start,
    buckets,
    inner,
    x: (t: number) => AXIS_WIDTH + (t - start) * perMs,
    /** Index of the bucket at a distance from the left edge, clamped to the plot. */
    bucketAt: (x: number) =>
      Math.max(0, Math.min(buckets - 1, Math.floor((x - AXIS_WIDTH) / (perMs * data.bucketMs)))),
  };
}

/** Round values from 0 to at least `top`, in about `steps` steps; whole numbers only, for counts. */
export function valueTicks(top: number, steps: number): number[] {
  const raw = Math.max(top, 1) / steps;
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const round = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude);
  const step = round.find((one) => one >= raw && Number.isInteger(one)) ?? Math.ceil(raw);
  return Array.from({ length: Math.ceil(Math.max(top, 1) / step) + 1 }, (_, index) => index * step);
}

/** Maps values to px from the upper edge of a plot of this height whose axis ends at `top`. */
export function heightScale(height: number, top: number): (value: number) => number {
  const perUnit = (height - MARGIN_TOP - MARGIN_BOTTOM) / top;
  return (value) => height - MARGIN_BOTTOM - value * perUnit;
}

/** Where the line of a marker begins above a plot, px from the chart's upper edge. */
const MARKER_TOP = 4;

/** The line of a marker at `x` as path data, which leaves out the titles of lanes; the first is only `titled` px wide. */
export function markerPath({ lanes }: Pick<ChartData, 'lanes'>, x: number, titled: number): string {
  let end = 0;
  return lanes
    .map(({ title, height }, index) => {
      const start = end + (title === undefined ? 0 : TITLE_HEIGHT);
      end = start + height;
      return `M${x} ${index === 0 && x >= titled ? MARKER_TOP : start}V${end}`;
    })
    .join('');
}

/** Whether a day needs its year, as another on the chart could have the same name. */
const isLong = ({ from, to }: ChartData) => to - from > 365 * DAY;

const dayIn = (data: ChartData, at: number, zone: Zone) => (isLong(data) ? date : day)(at, zone);

/** `18 Nov 13:42`, or `18 Nov 2026 13:42` on a chart of more than a year; with the zone in an hour that comes twice. */
export function timeIn(data: ChartData, at: number, zone: Zone): string {
  return `${dayIn(data, at, zone)} ${clockOnce(at, zone)}`;
}

interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Minimum distance between two times on the axis, px: `28 Nov` or `28 Nov 2026` with space around it. */
const DAYS_APART = 76;
const DATES_APART = 108;

/** Round times in the user's zone, far enough apart to be legible. */
export function timeTicks(data: ChartData, width: number, zone: Zone): Tick[] {
  const { start, buckets, inner } = scaleOf(data, width);
  const end = start + buckets * data.bucketMs;
  const apart = Math.max(data.bucketMs, ((end - start) / inner) * (isLong(data) ? DATES_APART : DAYS_APART));
  const step = STEPS.find((ms) => ms >= apart) ?? Math.ceil(apart / (30 * DAY)) * 30 * DAY;
  const offsetAt = (t: number) => (zone === 'utc' ? 0 : new Date(t).getTimezoneOffset() * MINUTE);
  const offset = offsetAt(start);
  const ticks: Tick[] = [];
  for (let t = Math.ceil((start - offset) / step) * step + offset; t < end; t += step) {
    // Keep the hour of the day across a clock change; closer ticks are left alone, as two could coincide.
    const at = step < 3 * HOUR ? t : t - offset + offsetAt(t);
    const label = clock(at, zone);
    ticks.push({ at, label: label === '00:00' ? dayIn(data, at, zone) : label });
  }
  return ticks;
}
