/** Three thousand years, ms: no response took longer, and within it percentiles and pages tell a duration well. */
export const LONGEST_DURATION = 1e14;

/** True for what can be a duration in milliseconds. */
export function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LONGEST_DURATION;
}
