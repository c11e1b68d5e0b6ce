import { MINUTE } from './time-units.ts';

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

/** Both ends of a range as they were requested, without white space around them. */
interface WrittenRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** An omitted time counts as relative: the default end is now, and the default start a day before the end. */
export function isRelative(time: string | undefined): boolean {
  return time === undefined || /^[+-]\d+[a-z]$/.test(time);
}

/**
 * Returns the range that is answered for `range`. In one of an hour or more, the ends that were `written` as
 * relative are widened to a whole step: nobody chose the millisecond, and whole buckets can be counted without
 * reading single responses.
 */
export function widened({ from, to }: Range, written: WrittenRange): Range {
  const minutes = (to - from) / MINUTE;
  if (minutes < LEAST_STEPPED) return { from, to };
  const step = (STEPS.findLast((one) => one <= minutes * STEP_PART) ?? STEPS[0]) * MINUTE;
  return {
    from: isRelative(written.from ?? written.to) ? Math.floor(from / step) * step : from,
    to: isRelative(written.to) ? Math.ceil(to / step) * step : to,
  };
}
