import { DAY } from '../../../shared/time-units.ts';

/** Newest responses kept whatever the size: a limit below the size of the counts would remove them all. */
export const SPARED = 1000;

/** Returns the start of the day from which a policy keeps responses. */
export function horizonOf(keepMs: number, now: number): number {
  return Math.floor((now - keepMs) / DAY) * DAY;
}
