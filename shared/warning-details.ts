import { isDetail, type WarningCode } from './codes.ts';
import type { JsonObject } from './json/value.ts';
import { numberOrNull, quotaIn } from './quota.ts';
import type { Severity } from './severity.ts';
import { cut } from './text/cut.ts';
import { shortened } from './text/digest.ts';
import { dateOf } from './time/dates.ts';
import { DAY } from './time/units.ts';
import { DEPRECATED_TYPES, LONGEST_NAME, type WarningReading } from './verdict.ts';

/** Whether every key that a standard code requires is present with its type (WRN-20). */
export function hasRequired(details: JsonObject, { details: required }: WarningCode): boolean {
  for (const key in required) {
    const type = required[key];
    if (type !== undefined && !isDetail(details[key], type)) return false;
  }
  return true;
}

/** Length at which a reading cuts texts that identify nothing, since the evidence has the whole. UTF-16 units. */
const LONGEST_TEXT = 1_000;

/**
 * A standard warning's details, checked by {@link hasRequired}; null if their numbers make no ratio. Its texts are
 * shortened, since they are kept after the response is removed.
 */
export function readDetails({ kind }: WarningCode, details: JsonObject): WarningReading | null {
  switch (kind) {
    case 'quota':
      return readQuota(details);
    case 'deprecation':
      return readDeprecation(details);
    case 'truncation':
      return readTruncation(details);
    case 'slow':
      return readSlow(details);
  }
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** A text that identifies what a warning is about: different ones stay different. */
function name(value: unknown): string {
  return typeof value === 'string' ? shortened(value, LONGEST_NAME) : '';
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? cut(value, LONGEST_TEXT) : null;
}

function readQuota(details: JsonObject): WarningReading | null {
  const quota = quotaIn(details);
  const ratio = number(details.current) / quota;
  if (!Number.isFinite(ratio)) return null;
  return {
    kind: 'quota',
    metric: name(details.metric),
    current: number(details.current),
    warn: number(details.warn_threshold),
    pause: numberOrNull(details.pause_threshold),
    hard_stop: numberOrNull(details.hard_stop_threshold),
    quota,
    ratio,
  };
}

function readDeprecation(details: JsonObject): WarningReading | null {
  const type = DEPRECATED_TYPES.find((known) => known === details.type);
  if (type === undefined) return null;
  return {
    kind: 'deprecation',
    type,
    deprecated_item: name(details.deprecated_item),
    replacement: textOrNull(details.replacement),
    removal_date: textOrNull(details.removal_date),
    removal_at: dateOf(details.removal_date) ?? null,
    migration_guide: textOrNull(details.migration_guide),
  };
}

function lostOf(details: JsonObject): number {
  const original = number(details.original_count);
  const lost = (original - number(details.truncated_count)) / original;
  return original > 0 ? Math.min(Math.max(lost, 0), 1) : 0;
}

function readTruncation(details: JsonObject): WarningReading {
  return {
    kind: 'truncation',
    field: name(details.field),
    original_count: number(details.original_count),
    truncated_count: number(details.truncated_count),
    limit: number(details.limit),
    lost: lostOf(details),
  };
}

function readSlow(details: JsonObject): WarningReading | null {
  const times = number(details.duration_ms) / number(details.threshold_ms);
  if (!Number.isFinite(times)) return null;
  return {
    kind: 'slow',
    operation: name(details.operation),
    duration_ms: number(details.duration_ms),
    threshold_ms: number(details.threshold_ms),
    times,
  };
}

/** A deprecation becomes urgent this many days before removal (warnings.md 4.2). */
export const URGENT_DAYS = 30;

/** Whether one product is above another. Of fractions, what differs by binary rounding only is not; integers are exact. */
function isAbove(a: number, b: number): boolean {
  return a - b > (Number.isInteger(a) && Number.isInteger(b) ? 0 : Math.abs(b) * 1e-12);
}

/** Whether a quota warning's value is above 90 % of its quota; multiplied out, since 0.9 and 0.8 are not exact. */
function isAlmostUsed(details: JsonObject): boolean {
  const current = number(details.current);
  const hardStop = numberOrNull(details.hard_stop_threshold);
  if (hardStop !== null && hardStop > 0) return isAbove(10 * current, 9 * hardStop);
  const warn = number(details.warn_threshold);
  return warn > 0 && isAbove(8 * current, 9 * warn);
}

/**
 * The severity that warnings.md 4.1–4.4 recommends for a standard warning's details (WRN-21); null if the numbers it
 * needs, or the time of observation (epoch ms) of a dated deprecation, are missing, or if a threshold is 0.
 */
export function recommend(
  standard: WarningCode,
  details: JsonObject,
  observedAt: number | undefined,
): Severity | null {
  const { kind } = standard;
  if (kind !== 'deprecation' && !hasRequired(details, standard)) return null;
  switch (kind) {
    case 'deprecation':
      return recommendDeprecation(details, observedAt);
    case 'quota':
      if (quotaIn(details) === 0) return null;
      return isAlmostUsed(details) ? 0 : 1;
    case 'truncation':
      return lostOf(details) > 0.5 ? 1 : 2;
    case 'slow': {
      const [duration, threshold] = [number(details.duration_ms), number(details.threshold_ms)];
      if (threshold === 0) return null;
      if (threshold > 0 && isAbove(duration, 10 * threshold)) return 0;
      return duration / threshold >= 2 ? 1 : 2;
    }
  }
}

function recommendDeprecation(details: JsonObject, observedAt: number | undefined): Severity | null {
  const removal = dateOf(details.removal_date);
  if (removal === undefined) return 2;
  if (observedAt === undefined) return null;
  return removal - observedAt <= URGENT_DAYS * DAY ? 0 : 1;
}
