import { DAY, HOUR } from '../../../shared/time/units.ts';

/** Newest responses kept whatever the size: a limit below the size of the counts would remove them all. */
export const SPARED = 1000;

/**
 * Responses observed this much after the present are removed before others if a size is exceeded: their clock is
 * wrong, and in order of time they would be the last to go.
 */
export const AHEAD = HOUR;

/** Returns the start of the day from which a policy keeps responses. */
export function horizonOf(keepMs: number, now: number): number {
  return Math.floor((now - keepMs) / DAY) * DAY;
}
