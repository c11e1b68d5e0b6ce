import type { JsonObject } from './json/value.ts';
import { shortened } from './text/digest.ts';
import { dateOf } from './time/dates.ts';
import { LONGEST_NAME, type QuotaReading } from './verdict.ts';

/**
 * The quota that details state a share of: the hard stop if it is a number above 0, else derived from the warning threshold,
 * taken as 80 % (the default in warnings.md 4.1; no member contains the quota itself). NaN without either.
 */
export function quotaIn({ hard_stop_threshold: hardStop, warn_threshold: warn }: JsonObject): number {
  if (isNumber(hardStop) && hardStop > 0) return hardStop;
  return typeof warn === 'number' ? warn / 0.8 : Number.NaN;
}

/** The threshold that each of these failures says is reached (error-codes.md 5.7). */
const REACHED: ReadonlyMap<string, string> = new Map([
  ['RATE_LIMIT_QUOTA_PAUSE', 'pause_threshold'],
  ['RATE_LIMIT_QUOTA_EXHAUSTED', 'hard_stop_threshold'],
]);

/**
 * The quota that a failure says is paused or exhausted; null for another failure, and if its details do not name the
 * metric, its value and the threshold.
 */
export function quotaOfFailure(code: string | null, details: JsonObject | null): QuotaReading | null {
  const reached = code === null ? undefined : REACHED.get(code);
  if (reached === undefined || details === null) return null;
  const { metric, current } = details;
  if (typeof metric !== 'string' || !isNumber(current) || !isNumber(details[reached])) return null;
  return {
    metric: shortened(metric, LONGEST_NAME),
    current,
    warn: numberOrNull(details.warn_threshold),
    pause: numberOrNull(details.pause_threshold),
    hard_stop: numberOrNull(details.hard_stop_threshold),
    quota: numberOrNull(quotaIn(details)),
    resets_at: dateOf(details.resets_at) ?? null,
  };
}

/** Whether a value is a number that can be stored: `1e400`, which JSON allows, is infinite. */
function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** The value if it is a number that can be stored. */
export function numberOrNull(value: unknown): number | null {
  return isNumber(value) ? value : null;
}
