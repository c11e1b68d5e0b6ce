import type { Series } from '../../../shared/api/series.ts';
import { type Grid, pointsOf } from './grid.ts';

/** Key of the one series that is not split. */
export const ALL = 'all';
/** Key for a missing value, or for a dimension that the counted items do not have. */
export const NONE = 'none';
/** Key for everything beyond the limit. */
const REST = 'other';

/** Keeps the `limit` largest series and sums the others into one; ordered by total, the sum last. */
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

/** The series of an answer, from their values by bucket of the grid. */
export function drawn(grid: Grid, counts: ReadonlyMap<string, readonly number[]>): Series['series'] {
  return [...counts].map(([key, values]) => ({ key, points: pointsOf(grid, values) }));
}
