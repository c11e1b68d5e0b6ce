import type { Quota } from '../../../shared/api/quotas.ts';
import { iso, isoOrNull } from '../../../shared/time/instant.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/time/units.ts';
import type { QuotaReading } from '../../../shared/verdict.ts';
import { FORESEEN } from './period.ts';

/** Maximum number of points in a quota's readings. */
export const MOST_READINGS = 300;

/** A quota as stated by a warning, or by a failure, which need not say the warning threshold. */
export interface TimedReading extends Omit<QuotaReading, 'metric'> {
  /** Epoch ms. */
  readonly observed_at: number;
}

/**
 * Returns a quota by its newest reading, with the forecast of a straight line through the readings (oldest
 * first) since its window began and the value last fell. Undefined if no reading says how large it is.
 */
export function quotaOf(
  server: string,
  metric: string,
  readings: readonly TimedReading[],
  now: number,
): Quota | undefined {
  const newest = newestOf(readings);
  if (newest === undefined || newest.quota === null) return undefined;
  const { current, warn, pause, hard_stop, quota } = newest;
  const resetsAt = resetOf(metric, newest);
  const perHour = slopeOf(sinceLastFall(ofWindow(metric, readings, newest, resetsAt)));
  const reaches = (threshold: number | null) => {
    if (threshold === null || perHour === null || perHour <= 0 || current >= threshold) return null;
    const at = newest.observed_at + ((threshold - current) / perHour) * HOUR;
    return resetsAt !== null && at >= resetsAt ? null : foreseen(at, now);
  };
  return {
    server,
    metric,
    current,
    warn,
    pause,
    hard_stop,
    quota,
    share: quota > 0 ? Math.max(0, current / quota) : 0,
    state: stateOf(newest),
    observed_at: iso(newest.observed_at),
    per_hour: perHour,
    warn_at: reaches(warn),
    pause_at: reaches(pause),
    hard_stop_at: reaches(hard_stop),
    resets_at: isoOrNull(resetsAt),
    expected:
      perHour === null || resetsAt === null
        ? null
        : finite(Math.max(0, current + (perHour * (resetsAt - newest.observed_at)) / HOUR)),
    readings: readings.map(({ observed_at, current: value }) => [observed_at, value] as const),
  };
}

/** The newest reading, with what a failure does not say as the newest reading says it that does. */
function newestOf(readings: readonly TimedReading[]): TimedReading | undefined {
  const newest = readings.at(-1);
  if (newest === undefined || newest.warn !== null) return newest;
  const said = (name: 'warn' | 'pause' | 'hard_stop' | 'quota') =>
    readings.findLast((reading) => reading[name] !== null)?.[name] ?? null;
  return {
    ...newest,
    warn: said('warn'),
    pause: said('pause'),
    hard_stop: said('hard_stop'),
    quota: said('quota'),
  };
}

function stateOf({ current, warn, pause, hard_stop }: TimedReading): Quota['state'] {
  const isReached = (threshold: number | null) => threshold !== null && current >= threshold;
  if (isReached(hard_stop)) return 'hard_stop';
  if (isReached(pause)) return 'pause';
  return isReached(warn) ? 'warn' : 'ok';
}

function foreseen(at: number, now: number): string | null {
  return at < now + FORESEEN ? iso(Math.round(at)) : null;
}

/**
 * The readings of the newest one's window, where its metric's name states one: of readings that lie far apart, the first
 * after a reset may exceed the last before it, so that no fall tells of the reset.
 */
function ofWindow(
  metric: string,
  readings: readonly TimedReading[],
  newest: TimedReading,
  resetsAt: number | null,
): readonly TimedReading[] {
  const start = resetsAt === null ? null : startBefore(metric, resetsAt);
  // A reset that is said may be further away than the window is long.
  if (start === null || start > newest.observed_at) return readings;
  return readings.filter(({ observed_at }) => observed_at >= start);
}

function sinceLastFall(readings: readonly TimedReading[]): readonly TimedReading[] {
  let start = 0;
  readings.forEach(({ current }, i) => {
    if (current < (readings[i - 1]?.current ?? current)) start = i;
  });
  return readings.slice(start);
}

/** Null for what is beyond the largest number, which JSON cannot express. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/**
 * Slope by least squares, in units per hour; null with fewer than two distinct times, and for values too large
 * to be added up.
 */
function slopeOf(readings: readonly TimedReading[]): number | null {
  const count = readings.length;
  const origin = readings[0]?.observed_at ?? 0;
  let [x, y, xx, xy] = [0, 0, 0, 0];
  for (const { observed_at, current } of readings) {
    const hours = (observed_at - origin) / HOUR;
    x += hours;
    y += current;
    xx += hours * hours;
    xy += hours * current;
  }
  const spread = count * xx - x * x;
  return spread <= 0 ? null : finite((count * xy - x * y) / spread);
}

/** When the quota is reset: as said, unless that is past already or ten years away, else by the metric's name. */
function resetOf(metric: string, { observed_at: at, resets_at: said }: TimedReading): number | null {
  return said !== null && said > at && said < at + FORESEEN ? said : resetAfter(metric, at);
}

/** The window that a metric's name states (rate-limiting: `requests_per_hour`). */
const WINDOW = /_per_(minute|hour|day|month)$/;

/** Lengths of all windows but a month, ms. */
const LENGTHS: ReadonlyMap<string | undefined, number> = new Map([
  ['minute', MINUTE],
  ['hour', HOUR],
  ['day', DAY],
]);

/** End (UTC), after `at`, of the window that a metric's name states. */
function resetAfter(metric: string, at: number): number | null {
  const window = WINDOW.exec(metric)?.[1];
  const length = LENGTHS.get(window);
  if (length !== undefined) return (Math.floor(at / length) + 1) * length;
  if (window === undefined) return null;
  const date = new Date(at);
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  date.setUTCMonth(date.getUTCMonth() + 1, 1);
  return date.setUTCHours(0, 0, 0, 0);
}

/** Start of the window that a metric's name states and that is over at `end`. */
function startBefore(metric: string, end: number): number | null {
  const window = WINDOW.exec(metric)?.[1];
  const length = LENGTHS.get(window);
  if (length !== undefined) return end - length;
  if (window === undefined) return null;
  const date = new Date(end);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - 1);
  // A day that the month before does not have is its last.
  return date.getUTCDate() === day ? date.getTime() : date.setUTCDate(0);
}
