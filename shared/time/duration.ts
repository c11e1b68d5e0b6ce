/** Three thousand years in ms: no response takes longer, and percentiles and pages can show any duration below it. */
export const LONGEST_DURATION = 1e14;

/** Whether a value can be a duration in milliseconds. */
export function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LONGEST_DURATION;
}
