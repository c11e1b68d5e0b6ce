import type { ServerRow } from '../../../shared/api/servers.ts';
import {
  DEGRADED_RATE,
  FAILING_RATE,
  failsOften,
  HEALTHS,
  type Health,
  LEAST_FAILURES,
} from '../../../shared/health.ts';
import type { Range } from '../../../shared/time/range.ts';
import { DAY, MINUTE } from '../../../shared/time/units.ts';
import type { Grid } from './grid.ts';
import { byName } from './order.ts';
import { type Dimension, type Named, usedBy } from './selection.ts';

/** Dimensions of what a response says: of the responses that these select, any share may have failed. */
const SAID: readonly Dimension[] = ['outcome', 'category', 'code', 'rule', 'level', 'q'];

/** True if a filter selects responses by where and when they came from alone, so that their shares tell health. */
export function tellsHealth(filter: Named): boolean {
  return !usedBy(filter).some((dimension) => SAID.includes(dimension));
}

/**
 * Narrows a filter to the last day of its range: what a server said before tells nothing of now, and one that fails now
 * does so in any range that ends now.
 */
export function lastDay<F extends Range>(filter: F): F {
  return { ...filter, from: Math.max(filter.from, filter.to - DAY) };
}

/** How many responses tell how a server is doing now, if it has as many. */
const LEAST_NEWEST = 10;
/** They are not looked for in parts that are narrower than this, ms. */
const FINEST = 5 * MINUTE;
/** A look at a part of a range is closer only if that is at most this share of it. */
const CLOSER = 1 / 4;

export interface FailureCounts {
  responses: number;
  failures: number;
}

/** The counts of nothing. */
export const NO_RESPONSES: Readonly<FailureCounts> = { responses: 0, failures: 0 };

/** A server's counts in each part of a range. */
export interface Parts {
  readonly responses: readonly number[];
  readonly failures: readonly number[];
}

/** The parts of a server without a response. */
export const NO_PARTS: Parts = { responses: [], failures: [] };

/** The newest responses of a server, and the first and last part that they are in. */
interface Newest extends Readonly<FailureCounts> {
  readonly first: number;
  readonly last: number;
}

/** Counts the newest parts that together have {@link LEAST_NEWEST} responses, or all of them. */
export function newestIn(parts: Parts): Newest {
  const last = parts.responses.findLastIndex((responses) => responses > 0);
  let [first, responses, failures] = [last + 1, 0, 0];
  while (first > 0 && responses < LEAST_NEWEST) {
    first -= 1;
    responses += parts.responses[first] ?? 0;
    failures += parts.failures[first] ?? 0;
  }
  return { responses, failures, first, last };
}

/** The start of the newest parts of a range, epoch ms, where most servers have enough: older ones need not be read then. */
export function newestFrom({ from, start, width, size }: Grid): number {
  return Math.max(from, start + Math.floor(size * (1 - CLOSER)) * width);
}

/**
 * The range of a server's newest responses, of which a closer look leaves out older ones: when a server fails that
 * answered often just before, these are too many to tell. Undefined if there is none.
 */
export function closerTo({ first, last }: Newest, { from, to, start, width, size }: Grid): Range | undefined {
  if (width <= FINEST || last - first + 1 > size * CLOSER) return undefined;
  return { from: Math.max(from, start + first * width), to: Math.min(to, start + (last + 1) * width) };
}

/**
 * Counts a server's newest responses in a filter, from its parts there and in ever closer ranges around them: `gridOf` divides
 * a range, of which `partsIn` counts the parts.
 */
export function newestOf<F extends Range>(
  filter: F,
  gridOf: (filter: F) => Grid,
  partsIn: (filter: F, grid: Grid) => Parts,
): Readonly<FailureCounts> {
  const grid = gridOf(filter);
  const countedFrom = (from: number) => newestIn(partsIn({ ...filter, from }, grid));
  let newest = countedFrom(newestFrom(grid));
  if (newest.responses < LEAST_NEWEST) newest = countedFrom(filter.from);
  if (newest.failures < LEAST_FAILURES) return newest;
  const range = closerTo(newest, grid);
  return range === undefined ? newest : newestOf({ ...filter, ...range }, gridOf, partsIn);
}

/** A server's counts in the range, and of its newest responses in the last day of it. */
interface ServerCounts extends Readonly<FailureCounts> {
  /** Responses that break a MUST. */
  readonly mustResponses: number;
  readonly newest: Readonly<FailureCounts>;
}

/**
 * `silent` without a response in the range; `failing` with an incident, or by its newest responses, so that a server
 * which nobody calls any more is for a day what it was in the end; `failing` and `degraded` by the thresholds of
 * {@link FAILING_RATE} and {@link DEGRADED_RATE}; else `healthy`.
 */
export function healthOf(counts: ServerCounts, hasIncident: boolean): Health {
  const { responses, mustResponses, newest } = counts;
  if (responses === 0) return 'silent';
  if (hasIncident) return 'failing';
  if (newest.failures >= LEAST_FAILURES && newest.failures >= FAILING_RATE * newest.responses)
    return 'failing';
  if (failsOften(counts)) return 'degraded';
  if (mustResponses >= LEAST_FAILURES && mustResponses / responses >= DEGRADED_RATE) return 'degraded';
  return 'healthy';
}

type Ranked = Pick<ServerRow, 'name' | 'health' | 'error_rate' | 'responses'>;

const rankOf = ({ health }: Ranked) => (health === null ? -1 : HEALTHS.indexOf(health));

/** Orders servers by health (worst first), then by error rate, then by traffic, then by name. */
export function worstFirst(a: Ranked, b: Ranked): number {
  return (
    rankOf(a) - rankOf(b) ||
    b.error_rate - a.error_rate ||
    b.responses - a.responses ||
    byName(a.name, b.name)
  );
}
