import { sum } from '../../../shared/collections/sum.ts';
import type { Range } from '../../../shared/time/range.ts';
import { DAY, MINUTE } from '../../../shared/time/units.ts';
import { previous } from './period.ts';

/** The last part of a range, where an incident must show: this share of it within bounds. */
const RECENT_PART = 1 / 8;
const LEAST_RECENT = 10 * MINUTE;
const MOST_RECENT = DAY / 4;
/** Minimum look-back before the range: in a short range, an incident would be its own baseline. */
const LEAST_BEFORE = 2 * DAY;
/** Minimum failures of an incident in that part, and how many times the group's earlier pace they must be. */
const LEAST_OF_SURGE = 10;
const TIMES_BASELINE = 5;
/** Since its start, on average, a surge has to fail this many times the group's earlier pace: less than in the last part, as it may have grown. */
const TIMES_SINCE_START = 4;
/** A pause ends a surge if it takes more than this share of the time since its start. */
const LONGEST_PAUSE = 1 / 3;
/** The start of a surge is searched for in buckets: this many in the range, but none shorter than this. */
const START_PARTS = 96;
const LEAST_START_BUCKET = 5 * MINUTE;

/** Failures by error group. */
type ByGroup<G> = ReadonlyMap<G, number>;

/** An error group that fails far above its own pace. */
export interface Surge<G> {
  readonly group: G;
  /** Failures per millisecond before the last part. */
  readonly pace: number;
}

/** Narrows a filter to the last part of its range. */
export function lastPart<F extends Range>(filter: F): F {
  const { from, to } = filter;
  const part = Math.max(LEAST_RECENT, Math.min(MOST_RECENT, (to - from) * RECENT_PART));
  // In whole minutes from the end of the range, so that the part consists of whole cells if the range does.
  return { ...filter, from: to - Math.min(to - from, Math.floor(part / MINUTE) * MINUTE) };
}

/** Returns the period before a range that is part of its baseline. */
export function measureOf<F extends Range>(filter: F): F {
  return previous(filter, LEAST_BEFORE);
}

/** What is known of the time before a range. It is asked only of groups that the range itself does not rule out: mostly of none. */
interface Past<G> {
  /** Failures in the period before. */
  readonly earlier: () => ByGroup<G>;
  /** First sighting of the group's server, epoch ms. */
  readonly knownSince: (group: G) => number;
}

/**
 * Returns the group whose failures in the last part of a range most exceed what its earlier pace predicts, if
 * they are at least LEAST_OF_SURGE and TIMES_BASELINE times the prediction. The earlier pace is that of the
 * rest of the range (`whole` without `recent`) and of the period before, of which only the time counts since
 * the group's server is known, but no less than the last part has.
 */
export function worstSurge<G>(
  range: Range,
  { recent, whole }: Readonly<Record<'recent' | 'whole', ByGroup<G>>>,
  { earlier, knownSince }: Past<G>,
): Surge<G> | undefined {
  const recentFrom = lastPart(range).from;
  const measuredFrom = measureOf(range).from;
  const length = range.to - recentFrom;
  const inRange = (group: G, n: number) => Math.max(0, (whole.get(group) ?? 0) - n);
  const paceOf = (before: number, since: number) => before / Math.max(length, recentFrom - since);
  const isSurge = (n: number, pace: number) => n >= TIMES_BASELINE * (pace * length);
  // No pace is lower than that of a group known all the time without a failure before the range.
  const possible = [...recent].filter(
    ([group, n]) => n >= LEAST_OF_SURGE && isSurge(n, paceOf(inRange(group, n), measuredFrom)),
  );
  if (possible.length === 0) return undefined;
  const before = earlier();
  let worst: (Surge<G> & { readonly excess: number }) | undefined;
  for (const [group, n] of possible) {
    const since = Math.max(measuredFrom, knownSince(group));
    const pace = paceOf(inRange(group, n) + (before.get(group) ?? 0), since);
    const excess = n - pace * length;
    if (isSurge(n, pace) && (worst === undefined || excess > worst.excess)) worst = { group, excess, pace };
  }
  return worst;
}

/** Width in ms of the buckets (numbered from the epoch) in which the start of a surge is searched for. */
export function startBucket({ from, to }: Range): number {
  return Math.max(LEAST_START_BUCKET, Math.ceil((to - from) / START_PARTS / MINUTE) * MINUTE);
}

/**
 * Returns when a surge began, epoch ms: the start of the bucket that splits the range and the period before into two paces
 * under which the group's failures are likeliest (the change point of a Poisson process, by maximum likelihood), so that
 * neither a pace that varies nor somebody who tries again and again at the end moves it. Bounds are TIMES_SINCE_START times
 * the earlier `pace`, and LONGEST_PAUSE. `counts` are the failures in that time by bucket of {@link startBucket}.
 */
export function surgeStart(range: Range, pace: number, counts: ReadonlyMap<number, number>): number {
  const width = startBucket(range);
  const { from } = measureOf(range);
  const newestFirst = [...counts].filter(([, n]) => n > 0).sort(([a], [b]) => b - a);
  const total = sum(counts.values());
  let start = lastPart(range).from;
  let most = Number.NEGATIVE_INFINITY;
  let n = 0;
  let pause = 0;
  let after = Math.ceil(range.to / width);
  for (const [bucket, ofBucket] of newestFirst) {
    n += ofBucket;
    pause = Math.max(pause, (after - bucket - 1) * width);
    after = bucket;
    const at = Math.max(from, bucket * width);
    const length = range.to - at;
    if (n < LEAST_OF_SURGE || n < TIMES_SINCE_START * pace * length || pause > LONGEST_PAUSE * length)
      continue;
    const likelihood = likelihoodOf(n, length) + likelihoodOf(total - n, at - from);
    if (likelihood <= most) continue;
    most = likelihood;
    start = at;
  }
  return start;
}

/** Log-likelihood of `n` failures in `ms` at the pace that makes them likeliest, but for terms that no split changes. */
function likelihoodOf(n: number, ms: number): number {
  return n === 0 ? 0 : n * Math.log(n / ms);
}

/**
 * Tells whether an incident began with a version: it was first seen (epoch ms) no longer before the incident
 * than that has lasted, and after another one. What a server was from its first response on explains nothing.
 */
export function beganWith(
  firstSeen: number | null,
  othersFirstSeen: number | null,
  { from, to }: Range,
): boolean {
  return (
    firstSeen !== null &&
    othersFirstSeen !== null &&
    othersFirstSeen < firstSeen &&
    firstSeen >= from - (to - from)
  );
}
