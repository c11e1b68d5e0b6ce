import type { ServerRow } from '../../../shared/api/servers.ts';
import {
  DEGRADED_RATE,
  FAILING_RATE,
  failsOften,
  HEALTHS,
  type Health,
  LEAST_FAILURES,
} from '../../../shared/health.ts';
import type { Range } from '../../../shared/range.ts';
import { LEAST_RECENT } from './incident.ts';
import { type Dimension, type Named, usedBy } from './selection.ts';

/** Dimensions of what a response says: of the responses that these select, any share may have failed. */
const SAID: readonly Dimension[] = ['outcome', 'category', 'code', 'rule', 'level', 'q'];

/** True if a filter selects responses by where and when they came from alone, so that their shares tell health. */
export function tellsHealth(filter: Named): boolean {
  return !usedBy(filter).some((dimension) => SAID.includes(dimension));
}

/** With fewer responses in the last minutes than this, {@link lastPart} tells how a server is doing now. */
const LEAST_NEWEST = 10;

export interface Counts {
  responses: number;
  failures: number;
}

/** A server's counts in the range, in its {@link lastPart} and in its {@link lastMinutes}. */
interface ServerCounts extends Readonly<Counts> {
  /** Responses that break a MUST. */
  readonly mustResponses: number;
  readonly recent: Readonly<Counts>;
  readonly newest: Readonly<Counts>;
}

/** Narrows a filter to the last minutes of its range: a server that fails now does so in any range that ends now. */
export function lastMinutes<F extends Range>(filter: F): F {
  return { ...filter, from: Math.max(filter.from, filter.to - LEAST_RECENT) };
}

/**
 * `silent` without a response in the range; `failing` with an incident; `failing` or `degraded` by the
 * thresholds of {@link FAILING_RATE} and {@link DEGRADED_RATE}; else `healthy`.
 */
export function healthOf(counts: ServerCounts, hasIncident: boolean): Health {
  const { responses, mustResponses, recent, newest } = counts;
  if (responses === 0) return 'silent';
  if (hasIncident) return 'failing';
  const now = newest.responses < LEAST_NEWEST ? recent : newest;
  if (now.failures >= LEAST_FAILURES && now.failures >= FAILING_RATE * now.responses) return 'failing';
  if (failsOften(counts)) return 'degraded';
  if (mustResponses >= LEAST_FAILURES && mustResponses / responses >= DEGRADED_RATE) return 'degraded';
  return 'healthy';
}

type Ranked = Pick<ServerRow, 'health' | 'error_rate' | 'responses'>;

const rankOf = ({ health }: Ranked) => (health === null ? -1 : HEALTHS.indexOf(health));

/** Orders servers by health (worst first), then by error rate, then by traffic. */
export function worstFirst(a: Ranked, b: Ranked): number {
  return rankOf(a) - rankOf(b) || b.error_rate - a.error_rate || b.responses - a.responses;
}
