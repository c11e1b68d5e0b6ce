import type { Static } from 'typebox';
import type { ViolationRow, Violations } from '../../../../shared/api/violations.ts';
import { entry } from '../../../../shared/entry.ts';
import { ruleById } from '../../../../shared/rules/index.ts';
import { LEVELS, type Level } from '../../../../shared/verdict.ts';
import type { Filter } from '../../store.ts';
import { type Grid, zeros } from '../cells/grid.ts';
import { sumByKind } from '../cells/kind-cells.ts';
import { sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { iso, levelOf } from '../file/words.ts';
import { noteOver, type Plan, planOf, violationsIn } from '../plan/plan.ts';
import { keyAt, publicId } from '../rows/ids.ts';

type Row = Static<typeof ViolationRow>;

/** A kind's columns, in the order of the statement that reads them: there are hundreds, and an object of each costs more. */
type Kind = readonly [
  id: number,
  rule: number,
  server: number,
  operation: number,
  first_seen: number,
  last_seen: number,
  first_version: string | null,
];

/** Of each kind that `ids` names. */
function kindsOf(connection: Connection, ids: Iterable<number>): readonly Kind[] {
  return connection.rows<Kind>(
    `SELECT id, rule, server, operation, first_seen, last_seen, first_version FROM violation_kinds
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...ids]),
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
  /** By the operation's id, 0 for none. */
  readonly operations: Map<number, number>;
  readonly sparkline: number[];
}

/** Violations in the filter by rule and server. */
function sumsOf(connection: Connection, plan: Plan, grid: Grid): readonly Sum[] {
  const counts = sumByKind(connection, violationsIn(connection, plan), grid);
  const sums = new Map<string, Sum>();
  for (const [id, rule, server, operation, first, last, version] of kindsOf(connection, counts.keys())) {
    const { n = 0, responses = 0, buckets = [] } = counts.get(id) ?? {};
    const sum = entry(
      sums,
      `${rule} ${server}`,
      (): Sum => ({
        ...{ rule, server, first, last, version },
        count: 0,
        responses: 0,
        operations: new Map(),
        sparkline: zeros(grid),
      }),
    );
    sum.count += n;
    sum.responses += responses;
    if (first < sum.first) {
      sum.first = first;
      sum.version = version;
    }
    sum.last = Math.max(sum.last, last);
    sum.operations.set(operation, (sum.operations.get(operation) ?? 0) + n);
    buckets.forEach((some, bucket) => {
      sum.sparkline[bucket] = (sum.sparkline[bucket] ?? 0) + some;
    });
  }
  return [...sums.values()];
}

/** What a row says beside its sums. */
interface Place {
  readonly rule: string;
  readonly level: number;
  readonly server: string;
  readonly proven: number;
  /** The newest response of the range that breaks the rule, while it is stored. */
  readonly response: number | null;
}

function placeOf(connection: Connection, { rule, server }: Sum, { from, to }: Filter): Place | undefined {
  return connection.get<Place>(
    `SELECT ru.rule, ru.level, s.name AS server, s.proven OR s.pinned IS NOT NULL AS proven,
       (SELECT response FROM breaches WHERE server = s.id AND rule = ru.id AND response >= ? AND response < ?
        ORDER BY response DESC LIMIT 1) AS response
     FROM rules ru JOIN servers s WHERE ru.id = ? AND s.id = ?`,
    keyAt(from),
    keyAt(to),
    rule,
    server,
  );
}

/** Operations named of a rule and server, most violations first. */
const NAMED_OPERATIONS = 10;

/** Violations by rule and server, MUST first, then by count. */
export function violations(connection: Connection, filter: Filter): Violations {
  const grid = sparklineOver(connection, filter);
  const plan = planOf(connection, filter, 'violations', { coarsest: tierFor(grid) });
  const sums = sumsOf(connection, plan, grid);
  const operations = new Map(
    connection.rows<readonly [number, string]>(
      'SELECT id, name FROM operations WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify([...new Set(sums.flatMap((sum) => [...sum.operations.keys()]))]),
    ),
  );
  const items = sums.flatMap((sum): Row[] => {
    const place = placeOf(connection, sum, filter);
    if (place === undefined) return [];
    return [
      {
        rule: place.rule,
        title: ruleById(place.rule)?.title ?? place.rule,
        level: levelOf(place.level),
        server: place.server,
        proven: place.proven === 1,
        count: sum.count,
        responses: sum.responses,
        first_seen: iso(sum.first),
        last_seen: iso(sum.last),
        since_version: sum.version,
        operations: [...sum.operations]
          .map(([id, count]) => ({ operation: operations.get(id) ?? null, count }))
          .sort((a, b) => b.count - a.count)
          .slice(0, NAMED_OPERATIONS),
        sparkline: sum.sparkline,
        response: place.response === null ? null : publicId(place.response),
      },
    ];
  });
  const total = (level: Level) =>
    items.reduce((sum, item) => sum + (item.level === level ? item.count : 0), 0);
  return {
    must: total('must'),
    should: total('should'),
    info: total('info'),
    items: items.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || b.count - a.count),
    ...noteOver(connection, filter),
  };
}
