import type { Series } from '../../../shared/api/series.ts';
import { type Grid, pointsOf } from './grid.ts';

/** The key of a series of all. */
export const ALL = 'all';
/** What a missing value, or a dimension that what is counted does not have, is called as a key. */
export const NONE = 'none';
/** The key of those beyond the limit. */
const REST = 'other';

/** Keeps the `limit` largest and sums the others in one; the order is by total, the rest last. */
export function mergeRest(
  counts: ReadonlyMap<string, readonly number[]>,
  limit: number,
): {
  readonly counts: Map<string, readonly number[]>;
  readonly membersOf: (key: string) => readonly string[];
} {
  const total = (values: readonly number[]) => values.reduce((sum, n) => sum + n, 0);
  const sorted = [...counts].sort(([, a], [, b]) => total(b) - total(a));
  const kept = new Map<string, readonly number[]>(sorted.slice(0, limit));
  const others = sorted.slice(limit);
  const members = others.map(([key]) => key);
  if (others.length > 0) {
    const [, first = []] = others[0] ?? [];
    kept.set(
      REST,
      first.map((_, i) =>
        others.reduce((sum, [, values]) => sum + (values[i] ?? 0), kept.get(REST)?.[i] ?? 0),
      ),
    );
    if (kept.size <= limit) members.push(REST);
  }
  return { counts: kept, membersOf: (key) => (key === REST && others.length > 0 ? members : [key]) };
}

export function drawn(grid: Grid, counts: ReadonlyMap<string, readonly number[]>): Series['series'] {
  return [...counts].map(([key, values]) => ({ key, points: pointsOf(grid, values) }));
}
