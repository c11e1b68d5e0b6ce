import type { Series } from '../../../shared/api/series.ts';
import { sum } from '../../../shared/collections/sum.ts';
import { type Grid, pointsOf } from './grid.ts';
import { byName } from './order.ts';

/** Key of the one series that is not split. */
export const ALL = 'all';
/** Key for a missing value, or for a dimension that the counted items do not have. */
export const NONE = 'none';
/** Key for everything beyond the limit. */
const REST = 'other';

/** Keeps the `limit` largest series and sums the others into one; ordered by total, then by key, the sum last. */
export function mergeRest(
  counts: ReadonlyMap<string, readonly number[]>,
  limit: number,
): {
  readonly counts: Map<string, readonly number[]>;
  readonly membersOf: (key: string) => readonly string[];
} {
  const sorted = [...counts].sort(([one, a], [another, b]) => sum(b) - sum(a) || byName(one, another));
  const [kept, others] = [new Map(sorted.slice(0, limit)), new Map(sorted.slice(limit))];
  if (others.size === 0) return { counts: kept, membersOf: (key) => [key] };
  // A value may have the key of the sum, and is then part of it.
  const same = kept.get(REST);
  if (same !== undefined) others.set(REST, same);
  const [first = [], ...more] = others.values();
  kept.set(
    REST,
    first.map((n, i) => more.reduce((total, values) => total + (values[i] ?? 0), n)),
  );
  return { counts: kept, membersOf: (key) => (key === REST ? [...others.keys()] : [key]) };
}

/** The series of an answer, from their values by bucket of the grid. */
export function drawn(grid: Grid, counts: ReadonlyMap<string, readonly number[]>): Series['series'] {
  return [...counts].map(([key, values]) => ({ key, points: pointsOf(grid, values) }));
}
