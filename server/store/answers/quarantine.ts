import type { CaptureFacts } from '../store.ts';
import { DAY } from './period.ts';

/** A response observed later than this after its arrival has a wrong clock, not a slow one. */
const FUTURE = DAY;

/**
 * Whether a response is set apart for its time: it was observed too long after it arrived, or before what was removed
 * (epoch ms), as then it cannot be told whether it was counted before.
 */
export function isSetApart({ observed_at, received_at }: CaptureFacts, removedBefore: number): boolean {
  return observed_at > received_at + FUTURE || observed_at < removedBefore;
}
