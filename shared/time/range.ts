import { moment, SAYABLE } from './instant.ts';
import { DAY, MINUTE } from './units.ts';

/** Steps for aligning relative ranges, minutes: the widest that is at most STEP_PART of the range, or the first. */
const STEPS = [1, 5, 30, 180, 720] as const;
const STEP_PART = 1 / 700;
/** Shorter ranges keep their ends to the millisecond; minutes. */
const LEAST_STEPPED = 60;

/** A range of time, `[from, to)` in epoch ms. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Both ends of a range as they were requested. */
interface WrittenRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Epoch ms of a time as it was requested: what `moment` reads, with white space around it or not. Undefined if
 * it cannot be read, or is beyond what an answer can state.
 */
export function timeOf(written: string, now: number): number | undefined {
  // The `+` of an offset arrives as a space if it was not percent-encoded.
  const at = moment(written.trim().replace(/ (?=\d\d:\d\d$)/, '+'), now);
  return at === undefined || at < SAYABLE.first || at > SAYABLE.last ? undefined : at;
}

/** The range that was requested: by default a day, up to now. An end that cannot be read counts as omitted. */
export function rangeOf(written: WrittenRange, now: number): Range {
  const to = timeOf(written.to ?? '', now) ?? now;
  const from = timeOf(written.from ?? '', now) ?? to - DAY;
  return { from, to };
}

/** An omitted time counts as relative: the default end is now, and the default start a day before the end. */
export function isRelative(time: string | undefined): boolean {
  return time === undefined || /^[+-]\d+[a-z]$/.test(time.trim());
}

/**
 * Returns the range that is answered for `range`. In one of an hour or more, the ends that were `written` as
 * relative are widened to a whole step: nobody chose the millisecond, and whole buckets can be counted without
 * reading single responses. Neither end is beyond what an answer can state.
 */
export function widened({ from, to }: Range, written: WrittenRange): Range {
  const minutes = (to - from) / MINUTE;
  if (minutes < LEAST_STEPPED) return { from, to };
  const step = (STEPS.findLast((one) => one <= minutes * STEP_PART) ?? STEPS[0]) * MINUTE;
  return {
    from: Math.max(
      SAYABLE.first,
      isRelative(written.from ?? written.to) ? Math.floor(from / step) * step : from,
    ),
    to: Math.min(SAYABLE.last, isRelative(written.to) ? Math.ceil(to / step) * step : to),
  };
}
