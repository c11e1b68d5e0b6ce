import { counted } from '../../lib/numbers.ts';

/** When an item counts as safe to remove. */
export function safeWords({ window_days, threshold }: { window_days: number; threshold: number }): string {
  const uses = threshold === 0 ? 'no uses' : `at most ${counted(threshold, 'use')}`;
  return `${uses} in ${counted(window_days, 'day')} while the server had traffic`;
}
