import { DAY } from '../../../shared/time/units.ts';
import type { CaptureFacts } from '../record.ts';

/** A response observed more than this after it arrived has a wrong clock, not a slow one. */
const FUTURE = DAY;

/**
 * Tells whether a response is quarantined for its time: it was observed too long after it arrived, or before
 * what was removed (epoch ms), because it may then have been counted before. A `removedBefore` after the arrival was
 * recorded by a wrong clock and is ignored: nothing could be counted until then.
 */
export function isQuarantined({ observed_at, received_at }: CaptureFacts, removedBefore: number): boolean {
  const isLate = observed_at < removedBefore && removedBefore <= received_at;
  return isLate || observed_at > received_at + FUTURE;
}
