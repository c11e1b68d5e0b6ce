import { DAY, MINUTE, previous, type Range } from './period.ts';

/** The last part of the range in which something must be wrong: an eighth of it, between ten minutes and six hours. */
const RECENT_PART = 1 / 8;
const LEAST_RECENT = 10 * MINUTE;
const MOST_RECENT = DAY / 4;
/** Before the range at least so much is looked at: in a short one what is wrong would be its own measure. */
const LEAST_BEFORE = 2 * DAY;
/** Failures in that part that make an incident at least, and how many times the group's own pace before they must be. */
const LEAST_FAILURES = 10;
const TIMES_BASELINE = 5;
/** Buckets in which the start of a surge is looked for: parts of the range, but none shorter than this. */
const START_PARTS = 96;
const LEAST_START_BUCKET = 5 * MINUTE;

/** Failures by error group. */
type ByGroup<G> = ReadonlyMap<G, number>;

/** An error group that fails far above its own pace. */
export interface Surge<G> {
  readonly group: G;
  /** Failures a millisecond before the last part. */
  readonly pace: number;
}

/** The last part of a range. */
export function lastPart<F extends Range>(filter: F): F {
  const { from, to } = filter;
  const part = Math.max(LEAST_RECENT, Math.min(MOST_RECENT, (to - from) * RECENT_PART));
  // In whole minutes from the end of the range, so that it is made of whole cells where the range is.
  return { ...filter, from: to - Math.min(to - from, Math.floor(part / MINUTE) * MINUTE) };
}

/** What lies before a range and measures it, too. */
export function measureOf<F extends Range>(filter: F): F {
  return previous(filter, LEAST_BEFORE);
}

/**
 * The group with the most failures in the last part of a range above what its pace before would give (in the rest of the
 * range, `whole`, and in what measures it), if they are at least LEAST_FAILURES and TIMES_BASELINE times that.
 */
export function worstSurge<G>(
  range: Range,
  { recent, whole, earlier }: Readonly<Record<'recent' | 'whole' | 'earlier', ByGroup<G>>>,
): Surge<G> | undefined {
  const recentFrom = lastPart(range).from;
  const length = Math.max(1, recentFrom - measureOf(range).from);
  let worst: (Surge<G> & { readonly excess: number }) | undefined;
  for (const [group, n] of recent) {
    const before = (earlier.get(group) ?? 0) + Math.max(0, (whole.get(group) ?? 0) - n);
    const pace = before / length;
    const expected = pace * (range.to - recentFrom);
    if (n < LEAST_FAILURES || n < TIMES_BASELINE * expected) continue;
    if (worst === undefined || n - expected > worst.excess) worst = { group, excess: n - expected, pace };
  }
  return worst;
}

/** Milliseconds of a bucket in which the start of a surge is looked for; buckets are numbered from the epoch. */
export function startBucket({ from, to }: Range): number {
  return Math.max(LEAST_START_BUCKET, Math.ceil((to - from) / START_PARTS / MINUTE) * MINUTE);
}

/**
 * When a surge began, epoch ms: the start of the first bucket, from the last backwards, that is above the pace. `counts`
 * are the group's failures by bucket of {@link startBucket}, in the range and in what measures it.
 */
export function surgeStart(range: Range, pace: number, counts: ReadonlyMap<number, number>): number {
  const recentFrom = lastPart(range).from;
  const width = startBucket(range);
  const surging = [...counts.keys()]
    .filter((bucket) => (counts.get(bucket) ?? 0) > Math.max(1, TIMES_BASELINE * pace * width))
    .sort((a, b) => b - a);
  let start = surging[0];
  if (start === undefined) return recentFrom;
  // One quiet bucket does not end a surge.
  for (const bucket of surging) if (start - bucket <= 2) start = bucket;
  // Of a surge that came in bits, the last bit alone would say too little.
  let since = 0;
  for (const [bucket, n] of counts) if (bucket >= start) since += n;
  if (since < LEAST_FAILURES) return recentFrom;
  return Math.max(measureOf(range).from, start * width);
}

/** Whether a version began with an incident: it was first seen no longer before than that has lasted. Epoch ms. */
export function beganWith(versionFirstSeen: number, { from, to }: Range): boolean {
  return versionFirstSeen >= from - (to - from);
}
