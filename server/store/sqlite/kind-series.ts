import type { Series } from '../../../shared/api/series.ts';
import { SEVERITY_WORDS } from '../../../shared/severity.ts';
import type { SeriesAsk } from '../store.ts';
import type { Connection, Sql } from './connection.ts';
import { UNIDENTIFIED } from './filters.ts';
import { type Grid, pointsOf, zeros } from './grid.ts';
import { categoryOf, classOf, outcomeOf } from './words.ts';

const REST = 'other';
/** What a missing value, or a dimension that what is counted does not have, is called as a key. */
export const NONE = 'none';

type GroupBy = SeriesAsk['groupBy'];

/** SQL of a dimension's value for a kind `k` and a caller `c`; `numbers` turns a stored number into its word. */
interface Key {
  readonly text: string;
  readonly join?: string;
  readonly word?: (number: number) => string;
}

const NO_KEY: Key = { text: 'NULL' };

function keyFor(of: 'failure' | 'warning' | 'violation', groupBy: GroupBy): Key {
  switch (groupBy) {
    case undefined:
      return { text: "'all'" };
    case 'server':
      return { text: 'n.name', join: 'JOIN servers n ON n.id = k.server' };
    case 'operation':
      return { text: 'n.name', join: 'LEFT JOIN operations n ON n.id = k.operation' };
    case 'client':
      return { text: `ifnull(n.client, '${UNIDENTIFIED}')`, join: 'JOIN callers n ON n.id = c.caller' };
    case 'outcome':
      return { text: 'k.outcome', word: outcomeOf };
    case 'category':
      return of === 'failure'
        ? { text: 'n.category', join: 'JOIN faults n ON n.id = k.fault', word: categoryOf }
        : NO_KEY;
    case 'code':
      if (of === 'warning') return { text: 'k.code' };
      return of === 'failure' ? { text: 'n.code', join: 'JOIN faults n ON n.id = k.fault' } : NO_KEY;
    case 'class':
      return of === 'warning' ? { text: 'k.class', word: classOf } : NO_KEY;
    case 'severity':
      return of === 'warning'
        ? { text: 'k.severity', word: (number) => SEVERITY_WORDS[number] ?? NONE }
        : NO_KEY;
    case 'rule':
      return of === 'violation' ? { text: 'n.rule', join: 'JOIN rules n ON n.id = k.rule' } : NO_KEY;
  }
}

/** Cells (minute, kind, caller, n) over time, by a dimension. */
export function kindSeries(
  connection: Connection,
  of: 'failure' | 'warning' | 'violation',
  cells: Sql,
  { groupBy, limit }: SeriesAsk,
  grid: Grid,
): Series['series'] {
  const { text, join = '', word } = keyFor(of, groupBy);
  const counts = new Map<string, number[]>(groupBy === undefined ? [['all', zeros(grid)]] : []);
  for (const { bucket, key, n } of connection.all<{ bucket: number; key: string | number | null; n: number }>(
    `SELECT ${bucketSql} AS bucket, ${text} AS key, sum(c.n) AS n
     FROM (${cells.text}) c JOIN ${of}_kinds k ON k.id = c.kind ${join} GROUP BY 1, 2`,
    ...bucketValues(grid),
    ...cells.values,
  )) {
    const name = key === null ? NONE : typeof key === 'number' ? (word?.(key) ?? String(key)) : key;
    const values = counts.get(name) ?? zeros(grid);
    values[bucket] = (values[bucket] ?? 0) + n;
    counts.set(name, values);
  }
  return drawn(grid, mergeRest(counts, limit).counts);
}

/** Position of a cell's bucket in a grid; takes {@link bucketValues}. */
export const bucketSql = `min(max(CAST((c.minute * 60000 - CAST(? AS INTEGER)) / CAST(? AS REAL) AS INTEGER), 0), CAST(? AS INTEGER))`;

export function bucketValues({ start, width, size }: Grid): readonly number[] {
  return [start, width, size - 1];
}

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
