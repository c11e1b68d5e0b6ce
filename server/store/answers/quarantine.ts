import { DAY } from '../../../shared/time/units.ts';
import type { CaptureFacts } from '../record.ts';

/** A response observed more than this after it arrived has a wrong clock, not a slow one. */
const FUTURE = DAY;

/** The first and last time that a clock can truly show, epoch ms: of 2020 and 2054. What is stored may count from the first, so it never changes. */
export const POSSIBLE = { first: Date.UTC(2020, 0, 1), last: Date.UTC(2020, 0, 1) + 2 ** 40 - 1 } as const;

export function isPossible(ms: number): boolean {
  return ms >= POSSIBLE.first && ms <= POSSIBLE.last;
}

/**
 * Tells whether a response is quarantined for its time: it was observed at an impossible one, too long after it arrived, or
 * before what was removed (epoch ms), because it may then have been counted before. A `removedBefore` after the arrival was
 * recorded by a wrong clock and is ignored: nothing could be counted until then.
 */
export function isQuarantined({ observed_at, received_at }: CaptureFacts, removedBefore: number): boolean {
  const isLate = observed_at < removedBefore && removedBefore <= received_at;
  return isLate || !isPossible(observed_at) || observed_at > received_at + FUTURE;
}

/** The time by which a quarantined response is ordered: of its arrival, or the first if the machine's own clock is wrong too. */
export function arrivalOf({ received_at }: CaptureFacts): number {
  return isPossible(received_at) ? received_at : POSSIBLE.first;
}
