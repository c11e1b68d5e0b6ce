import { DAY } from './period.ts';

/** The newest responses, which stay whatever the size: where a limit is below what the counts take, none would. */
export const SPARED = 1000;

/** The time from which on a policy keeps responses: the start of a day. */
export function horizonOf(keepMs: number, now: number): number {
  return Math.floor((now - keepMs) / DAY) * DAY;
}
