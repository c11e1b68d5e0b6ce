import type { Category } from '../../../../shared/verdict.ts';
import { addAt, bucketsOf, type Grid, zeros } from '../../answers/grid.ts';
import type { Connection } from '../file/connection.ts';
import { and, type Sql } from '../file/sql.ts';
import { categoryOf } from '../file/words.ts';
import { eachCaller, eachKind } from '../packed/kind-counts.ts';
import { cellsIn, type Segment } from './segments.ts';

/** What is counted by kind and caller. */
export type FindingKind = 'failure' | 'warning' | 'violation';

/** Findings in some segments, of all kinds and callers unless their ids are given. */
export interface Findings {
  readonly of: FindingKind;
  readonly segments: readonly Segment[];
  readonly kinds?: readonly number[] | undefined;
  readonly callers?: readonly number[] | undefined;
}

/** A count of one kind; `minute` is the start of its bucket, in minutes since the epoch. */
interface KindCell {
  readonly minute: number;
  readonly kind: number;
  readonly n: number;
  readonly responses: number;
}

/** A count of one kind and caller. */
interface CallerCell extends KindCell {
  readonly caller: number;
}

/** Ids of the kinds for which all conditions hold; read once per question. */
export function kindsWhere(
  connection: Connection,
  of: FindingKind,
  conditions: readonly Sql[],
): readonly number[] {
  const { text, values } = and(conditions);
  return connection.memo(`${of} kinds ${text} ${JSON.stringify(values)}`, () =>
    connection.numbers(`SELECT id FROM ${of}_kinds WHERE ${text}`, ...values),
  );
}

/**
 * Visits findings by kind, skipping the callers of a kind with several. If callers are chosen, each is
 * visited. A visitor must not keep the cell, which is the same object each time.
 */
export function eachKindCell(
  connection: Connection,
  findings: Findings,
  visit: (cell: KindCell) => void,
): void {
  if (findings.callers !== undefined) {
    eachCallerCell(connection, findings, visit);
    return;
  }
  const wanted = findings.kinds && flagsOf(findings.kinds);
  const cell = { minute: 0, kind: 0, n: 0, responses: 0 };
  const take = (kind: number, n: number, responses: number) => {
    cell.kind = kind;
    cell.n = n;
    cell.responses = responses;
    visit(cell);
  };
  for (const [minute, packed] of cellsOf(connection, findings)) {
    cell.minute = minute;
    eachKind(packed, wanted, take);
  }
}

/** Visits findings by kind and caller. A visitor must not keep the cell, the same object each time. */
export function eachCallerCell(
  connection: Connection,
  findings: Findings,
  visit: (cell: CallerCell) => void,
): void {
  const wanted = findings.kinds && flagsOf(findings.kinds);
  const chosen = findings.callers && flagsOf(findings.callers);
  const cell = { minute: 0, kind: 0, caller: 0, n: 0, responses: 0 };
  const take = (kind: number, caller: number, n: number, responses: number) => {
    if (chosen !== undefined && chosen[caller] !== 1) return;
    cell.kind = kind;
    cell.caller = caller;
    cell.n = n;
    cell.responses = responses;
    visit(cell);
  };
  for (const [minute, packed] of cellsOf(connection, findings)) {
    cell.minute = minute;
    eachCaller(packed, wanted, take);
  }
}

function cellsOf(
  connection: Connection,
  { of, segments }: Findings,
): readonly (readonly [minute: number, packed: Uint8Array])[] {
  const { text, values } = cellsIn(segments, `${of}_cells`, 'c.minute, c.packed');
  return connection.rows(text, ...values);
}

/** 1 at the index of each id: looked up for every count, where a Set would cost as much as all the rest. */
export function flagsOf(ids: readonly number[]): Uint8Array {
  const flags = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1);
  for (const id of ids) flags[id] = 1;
  return flags;
}

/** The error group and the category of each failure kind, at the index of its id; read once per question. */
export function failureKinds(connection: Connection): {
  readonly groups: readonly (number | undefined)[];
  readonly categories: readonly (Category | undefined)[];
} {
  return connection.memo('failure kinds', () => {
    const groups: number[] = [];
    const categories: Category[] = [];
    for (const [kind, group, category] of connection.rows<readonly [number, number, number]>(
      'SELECT k.id, k.group_id, n.category FROM failure_kinds k JOIN faults n ON n.id = k.fault',
    )) {
      groups[kind] = group;
      categories[kind] = categoryOf(category);
    }
    return { groups, categories };
  });
}

/** Sums findings: their number, or the responses with one of a kind. */
export function sumOfKinds(
  connection: Connection,
  findings: Findings,
  measure: 'n' | 'responses' = 'n',
): number {
  let sum = 0;
  eachKindCell(connection, findings, (cell) => {
    sum += cell[measure];
  });
  return sum;
}

/** Counts findings: the number of each kind is at the index of its id. */
export function countByKind(connection: Connection, findings: Findings): readonly number[] {
  const counts: number[] = [];
  eachKindCell(connection, findings, ({ kind, n }) => addAt(counts, kind, n));
  return counts;
}

interface KindSum {
  n: number;
  responses: number;
  /** `n` by bucket of the grid. */
  readonly buckets: number[];
}

/** Sums findings by kind; without a grid, there are no buckets. */
export function sumByKind(
  connection: Connection,
  findings: Findings,
  grid?: Grid,
): ReadonlyMap<number, KindSum> {
  const bucketOf = grid && bucketsOf(grid);
  const sums: KindSum[] = [];
  eachKindCell(connection, findings, ({ minute, kind, n, responses }) => {
    let sum = sums[kind];
    if (sum === undefined) {
      sum = { n: 0, responses: 0, buckets: grid === undefined ? [] : zeros(grid) };
      sums[kind] = sum;
    }
    sum.n += n;
    sum.responses += responses;
    if (bucketOf === undefined) return;
    addAt(sum.buckets, bucketOf(minute), n);
  });
  const found = new Map<number, KindSum>();
  sums.forEach((sum, kind) => {
    found.set(kind, sum);
  });
  return found;
}
