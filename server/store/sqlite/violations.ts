import type { Static } from 'typebox';
import type { ViolationRow, Violations } from '../../../shared/api/violations.ts';
import { ruleById } from '../../../shared/rules/index.ts';
import type { Filter } from '../store.ts';
import type { Connection } from './connection.ts';
import { sparklineGrid, zeros } from './grid.ts';
import { keyAt, publicId } from './ids.ts';
import { type KindSum, sumByKind } from './kind-cells.ts';
import { eachViolation, type Plan, planOf } from './plan.ts';
import { tierWithin } from './segments.ts';
import { iso, levelOf } from './words.ts';

type Row = Static<typeof ViolationRow>;

interface Kind {
  readonly id: number;
  readonly rule_id: number;
  readonly rule: string;
  readonly level: number;
  readonly server_id: number;
  readonly server: string;
  readonly operation: string | null;
  readonly proven: number;
  readonly first_seen: number;
  readonly last_seen: number;
  readonly first_version: string | null;
}

/** Violations in the filter, by kind. */
function kindSums(connection: Connection, plan: Plan): readonly (Kind & KindSum)[] {
  const grid = sparklineGrid(plan.filter);
  const sums = sumByKind((visit) => eachViolation(connection, plan, visit), grid);
  return connection
    .all<Kind>(
      `SELECT k.id, ru.id AS rule_id, ru.rule, ru.level, s.id AS server_id, s.name AS server, o.name AS operation,
         s.proven OR s.pinned IS NOT NULL AS proven, k.first_seen, k.last_seen, k.first_version
       FROM violation_kinds k JOIN rules ru ON ru.id = k.rule JOIN servers s ON s.id = k.server
         LEFT JOIN operations o ON o.id = k.operation WHERE k.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify([...sums.keys()]),
    )
    .map((kind) => ({ ...kind, ...(sums.get(kind.id) ?? { n: 0, responses: 0, buckets: [] }) }));
}

function planFor(connection: Connection, filter: Filter): Plan {
  return planOf(connection, filter, 'violations', { coarsest: tierWithin(sparklineGrid(filter).width) });
}

/** What sums of several kinds have in common. */
interface Sum {
  count: number;
  responses: number;
  first: number;
  last: number;
  version: string | null;
  readonly operations: Map<string | null, number>;
  readonly sparkline: number[];
}

/** Operations named of a rule and server, most violations first. */
const NAMED_OPERATIONS = 10;

function add(sum: Sum | undefined, kind: Kind & KindSum, empty: number[]): Sum {
  const into = sum ?? {
    count: 0,
    responses: 0,
    first: kind.first_seen,
    last: kind.last_seen,
    version: kind.first_version,
    operations: new Map(),
    sparkline: empty,
  };
  into.count += kind.n;
  into.responses += kind.responses;
  if (kind.first_seen < into.first) {
    into.first = kind.first_seen;
    into.version = kind.first_version;
  }
  into.last = Math.max(into.last, kind.last_seen);
  into.operations.set(kind.operation, (into.operations.get(kind.operation) ?? 0) + kind.n);
  kind.buckets.forEach((n, bucket) => {
    into.sparkline[bucket] = (into.sparkline[bucket] ?? 0) + n;
  });
  return into;
}

/** Violations by rule and server, MUST first, then by count. */
export function violations(connection: Connection, filter: Filter): Violations {
  const plan = planFor(connection, filter);
  const grid = sparklineGrid(filter);
  const rows = new Map<string, { kind: Kind; sum: Sum }>();
  const levels = { must: 0, should: 0, info: 0 };
  for (const kind of kindSums(connection, plan)) {
    const key = `${kind.rule_id} ${kind.server_id}`;
    rows.set(key, { kind, sum: add(rows.get(key)?.sum, kind, zeros(grid)) });
    levels[levelOf(kind.level)] += kind.n;
  }
  return {
    ...levels,
    items: [...rows.values()]
      .sort((a, b) => a.kind.level - b.kind.level || b.sum.count - a.sum.count)
      .map(({ kind, sum }): Row => {
        const newest = newestBreach(connection, kind, filter);
        return {
          rule: kind.rule,
          title: ruleById(kind.rule)?.title ?? kind.rule,
          level: levelOf(kind.level),
          server: kind.server,
          proven: kind.proven === 1,
          count: sum.count,
          responses: sum.responses,
          first_seen: iso(sum.first),
          last_seen: iso(sum.last),
          since_version: sum.version,
          operations: [...sum.operations]
            .map(([operation, count]) => ({ operation, count }))
            .sort((a, b) => b.count - a.count)
            .slice(0, NAMED_OPERATIONS),
          sparkline: sum.sparkline,
          response: newest === undefined ? null : publicId(newest),
        };
      }),
    ...plan.note,
  };
}

function newestBreach(
  connection: Connection,
  { server_id, rule_id }: Pick<Kind, 'server_id' | 'rule_id'>,
  { from, to }: Filter,
): number | undefined {
  return connection.get<{ response: number }>(
    `SELECT response FROM breaches WHERE server = ? AND rule = ? AND response >= ? AND response < ?
     ORDER BY response DESC LIMIT 1`,
    server_id,
    rule_id,
    keyAt(from),
    keyAt(to),
  )?.response;
}
