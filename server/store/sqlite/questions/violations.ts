import type { ViolationRow, Violations } from '../../../../shared/api/violations.ts';
import { addTo } from '../../../../shared/collections/add-to.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import { ruleById } from '../../../../shared/rules/index.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { addBuckets, endOfNewest, type Grid, zeros } from '../../answers/grid.ts';
import type { Dimension } from '../../answers/selection.ts';
import { operationsNamed, violationsByLevel } from '../../answers/violations.ts';
import type { Filter } from '../../store.ts';
import { type Findings, sumByKind } from '../cells/kind-cells.ts';
import { sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { and, LIST, list, within } from '../file/sql.ts';
import { levelOf } from '../file/words.ts';
import { violationsIn } from '../plan/findings.ts';
import { coverageOver, type Plan, planOf } from '../plan/plan.ts';
import { observedIn } from '../plan/walk.ts';
import { rowConditions } from '../rows/filters.ts';
import { keyAt, maxShift, publicId } from '../rows/ids.ts';

/** A kind's columns, in the order in which they are read: there are hundreds, and objects would cost more. */
type Kind = readonly [
  id: number,
  rule: number,
  server: number,
  operation: number,
  first_seen: number,
  last_seen: number,
  first_version: string | null,
];

/**
 * Reads the kinds that were counted, and those of the same rules and servers that were not but are of the same filter: when a
 * rule was first broken does not depend on the range.
 */
function kindsOf(connection: Connection, { kinds }: Findings, counted: Iterable<number>): readonly Kind[] {
  const values = [list(counted)];
  const alike = ['rule', 'server'].map((column) => ({
    text: `${column} IN (SELECT ${column} FROM violation_kinds WHERE id IN ${LIST})`,
    values,
  }));
  const selected = and([...within('id', kinds), ...alike]);
  return connection.rows<Kind>(
    `SELECT id, rule, server, operation, first_seen, last_seen, first_version FROM violation_kinds
     WHERE ${selected.text}`,
    ...selected.values,
  );
}

/** The violations of one rule by one server. */
interface Sum {
  readonly rule: number;
  readonly server: number;
  count: number;
  responses: number;
  first: number;
  last: number;
  version: string | null;
  /** By the operation's id; 0 means none. */
  readonly operations: Map<number, number>;
  readonly sparkline: number[];
  /** If responses were counted one by one, the newest of them. */
  counted: number | null;
}

/** Violations in the filter by rule and server. */
function sumsOf(connection: Connection, plan: Plan, grid: Grid): readonly Sum[] {
  const findings = violationsIn(connection, plan);
  const counts = sumByKind(connection, findings, grid);
  const sums = new Map<string, Sum>();
  const ofKind = new Map<number, Sum>();
  for (const [id, rule, server, operation, first, last, version] of kindsOf(
    connection,
    findings,
    counts.keys(),
  )) {
    const own = counts.get(id);
    const sum = entry(
      sums,
      `${rule} ${server}`,
      (): Sum => ({
        rule,
        server,
        first,
        last,
        version,
        count: 0,
        responses: 0,
        operations: new Map(),
        sparkline: zeros(grid),
        counted: null,
      }),
    );
    if (first < sum.first) {
      sum.first = first;
      sum.version = version;
    }
    sum.last = Math.max(sum.last, last);
    if (own === undefined) continue;
    ofKind.set(id, sum);
    sum.count += own.n;
    sum.responses += own.responses;
    addTo(sum.operations, operation, own.n);
    addBuckets(sum.sparkline, own.buckets);
  }
  for (const { key, counts: found } of plan.scanned ?? [])
    for (const [kind] of found.violations) {
      const sum = ofKind.get(kind);
      if (sum !== undefined) sum.counted ??= key;
    }
  return [...sums.values()].filter(({ count }) => count > 0);
}

/** What a row says besides its sums. */
interface Names {
  readonly rule: string;
  readonly level: number;
  readonly server: string;
  readonly proven: number;
}

function namesOf(connection: Connection, { rule, server }: Sum): Names | undefined {
  return connection.get<Names>(
    `SELECT ru.rule, ru.level, s.name AS server, s.proven OR s.pinned IS NOT NULL AS proven
     FROM rules ru JOIN servers s WHERE ru.id = ? AND s.id = ?`,
    rule,
    server,
  );
}

/** Responses breaking a rule that are examined for one in the filter: for all sums, and at least for each. */
const LOOKED_AT = 4000;
const LEAST_LOOKED_AT = 8;

/** Of the dimensions that violations are counted by, those that the table of violations does not have. */
const OF_ROWS: ReadonlySet<Dimension> = new Set(['client', 'operation', 'dialect', 'outcome']);

/** The newest stored response of each sum in the filter; null if none of those examined is. */
function newestOf(
  connection: Connection,
  { filter, ids, scanned }: Plan,
  grid: Grid,
  sums: readonly Sum[],
): readonly (number | null)[] {
  if (scanned !== undefined) return sums.map(({ counted }) => counted);
  const shift = maxShift(connection);
  const conditions = [...(shift === 0 ? [] : [observedIn(filter)]), ...rowConditions(ids, OF_ROWS)];
  const hit = and(conditions);
  const row = conditions.length === 0 ? '' : `CROSS JOIN responses r ON r.id = v.response WHERE ${hit.text}`;
  const looks = Math.max(LEAST_LOOKED_AT, Math.floor(LOOKED_AT / sums.length));
  return sums.map(({ rule, server, sparkline }) => {
    const end = Math.min(filter.to, endOfNewest(grid, sparkline));
    const newest = connection.first(
      `SELECT v.response FROM (SELECT response FROM violations WHERE server = ? AND rule = ? AND response >= ? AND response < ?
         ORDER BY response DESC LIMIT ?) v ${row} LIMIT 1`,
      ...[server, rule, keyAt(filter.from), keyAt(end + shift), looks],
      ...hit.values,
    );
    return newest ?? null;
  });
}

/** Violations by rule and server, MUST first, then by count: of the plan, if they are part of an answer. */
export function violations(connection: Connection, filter: Filter, planned?: Plan): Violations {
  const grid = sparklineOver(connection, filter);
  const plan = planned ?? planOf(connection, filter, 'violations', { coarsest: tierFor(grid) });
  const sums = sumsOf(connection, plan, grid);
  const operations = new Map(
    connection.rows<readonly [number, string]>(
      `SELECT id, name FROM operations WHERE id IN ${LIST}`,
      list(new Set(sums.flatMap((sum) => [...sum.operations.keys()]))),
    ),
  );
  const newest = newestOf(connection, plan, grid, sums);
  const rows = sums.flatMap((sum, i): ViolationRow[] => {
    const names = namesOf(connection, sum);
    if (names === undefined) return [];
    const response = newest[i] ?? null;
    return [
      {
        rule: names.rule,
        title: ruleById(names.rule)?.title ?? names.rule,
        level: levelOf(names.level),
        server: names.server,
        proven: names.proven === 1,
        count: sum.count,
        responses: sum.responses,
        first_seen: iso(sum.first),
        last_seen: iso(sum.last),
        since_version: sum.version,
        operations: operationsNamed(
          [...sum.operations].map(([id, count]) => ({ operation: operations.get(id) ?? null, count })),
        ),
        sparkline: sum.sparkline,
        response: response === null ? null : publicId(response),
      },
    ];
  });
  return { ...violationsByLevel(rows), ...coverageOver(connection, filter) };
}
