import type { ServerRow } from '../../../shared/api/servers.ts';
import { DEGRADED_RATE, FAILING_RATE, HEALTHS, type Health, LEAST_FAILURES } from '../../../shared/health.ts';
import type { Range } from '../../../shared/range.ts';
import { sum } from '../../../shared/sum.ts';
import { MINUTE } from '../../../shared/time-units.ts';
import { type Dimension, type Named, usedBy } from './selection.ts';

/** Dimensions of what a response says: of the responses that these select, any share may have failed. */
const SAID: readonly Dimension[] = ['outcome', 'category', 'code', 'rule', 'level', 'q'];

/** True if a filter selects responses by where and when they came from alone, so that their shares tell health. */
export function tellsHealth(filter: Named): boolean {
  return !usedBy(filter).some((dimension) => SAID.includes(dimension));
}

/** The last part of a range tells how a server is doing now: this share of it, but not less than LEAST_RECENT. */
export const RECENT_PART = 1 / 8;
export const LEAST_RECENT = 10 * MINUTE;

/** A server's counts in the range and in its last part. */
export interface ServerCounts {
  readonly responses: number;
  readonly failures: number;
  /** Responses that break a MUST. */
  readonly mustResponses: number;
  readonly recentResponses: number;
  readonly recentFailures: number;
}

/** Sums the last part of a range from the equal parts that it was counted in, whole ones only. */
export function recentOf(parts: readonly number[], { from, to }: Range): number {
  const recent = Math.max(RECENT_PART, Math.min(1, LEAST_RECENT / (to - from)));
  return sum(parts.slice(-Math.ceil(parts.length * recent)));
}

/**
 * `silent` without a response in the range; `failing` with an incident; `failing` or `degraded` by the
 * thresholds of {@link FAILING_RATE} and {@link DEGRADED_RATE}; else `healthy`.
 */
export function healthOf(counts: ServerCounts, hasIncident: boolean): Health {
  const { responses, failures, mustResponses, recentResponses, recentFailures } = counts;
  if (responses === 0) return 'silent';
  if (hasIncident) return 'failing';
  if (recentFailures >= LEAST_FAILURES && recentFailures >= FAILING_RATE * recentResponses) return 'failing';
  if (failures / responses >= (failures < LEAST_FAILURES ? FAILING_RATE : DEGRADED_RATE)) return 'degraded';
  if (mustResponses >= LEAST_FAILURES && mustResponses / responses >= DEGRADED_RATE) return 'degraded';
  return 'healthy';
}

type Ranked = Pick<ServerRow, 'health' | 'error_rate' | 'responses'>;

const rankOf = ({ health }: Ranked) => (health === null ? -1 : HEALTHS.indexOf(health));

/** Orders servers by health (worst first), then by error rate, then by traffic. */
export function worstFirst(a: Ranked, b: Ranked): number {
  return rankOf(a) - rankOf(b) || b.error_rate - a.error_rate || b.responses - a.responses;
}
