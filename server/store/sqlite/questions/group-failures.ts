import type { Range } from '../../../../shared/time/range.ts';
import type { Dimension } from '../../answers/selection.ts';
import type { Filter } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import { and, within } from '../file/sql.ts';
import { failuresIn } from '../plan/findings.ts';
import type { Plan } from '../plan/plan.ts';
import { walk } from '../plan/walk.ts';
import { resolve, rowConditions } from '../rows/filters.ts';
import { keyAt } from '../rows/ids.ts';

/** Failures of a group that are examined for those in the filter. */
const LOOKED_AT = 3000;

/** Of the dimensions that failures are counted by, the one that failure kinds do not hold. */
const OF_ROWS: ReadonlySet<Dimension> = new Set(['client']);
/** What a group does not have in common. */
const OF_EACH: ReadonlySet<Dimension> = new Set(['client', 'dialect', 'outcome', 'rule', 'level', 'q']);

/** A response or batch member that failed. */
export type FailureRow = readonly [
  id: number,
  caller: number,
  source: number,
  parent: number | null,
  block: number | null,
  slot: number,
];
const COLUMNS = 'r.id, r.caller, r.source, r.parent, r.block, r.slot';

/**
 * Returns a group's failures that a plan's filter selects in a range, newest first: fewer than there are if
 * those examined contain no more.
 */
export function newestFailures(
  connection: Connection,
  plan: Plan,
  group: number,
  { from, to }: Range,
  limit: number,
): readonly FailureRow[] {
  const { kinds = [] } = failuresIn(connection, plan, within('group_id', [group]));
  if (plan.scanned !== undefined) return newestOf(connection, plan, plan.scanned, kinds, limit);
  const sought = { ids: plan.ids, dimensions: OF_ROWS, from, to, among: 'members', failures: kinds } as const;
  return walk<FailureRow>(connection, sought, { columns: COLUMNS }, { limit, budget: LOOKED_AT }).rows;
}

/** Finds them among what was counted one by one, newest first. */
function newestOf(
  connection: Connection,
  { among }: Plan,
  scanned: NonNullable<Plan['scanned']>,
  kinds: readonly number[],
  limit: number,
): readonly FailureRow[] {
  const wanted = new Set(kinds);
  const failed = scanned.filter(({ counts }) => counts.failures.some((kind) => wanted.has(kind)));
  const keys = failed.slice(0, limit).map(({ key }) => key);
  const ofKind = and(within('r.failure', kinds));
  return (among === 'members' ? ['r.id'] : ['r.id', 'r.parent'])
    .flatMap((column) => {
      const some = and([...within(column, keys), ofKind]);
      return connection.rows<FailureRow>(
        `SELECT ${COLUMNS} FROM responses r WHERE ${some.text}`,
        ...some.values,
      );
    })
    .sort(([a], [b]) => b - a)
    .slice(0, limit);
}

/**
 * Returns the key of a group's first failure from a time on (epoch ms) that matches the filter, if given, but
 * for its range; undefined if there is none. Looks for the first of each kind separately, since together they
 * would be sorted.
 */
export function firstFailure(
  connection: Connection,
  group: number,
  from: number,
  filter?: Filter,
): number | undefined {
  const hit = and(filter === undefined ? [] : rowConditions(resolve(connection, filter), OF_EACH));
  return connection.first(
    `SELECT min(first) FROM (SELECT (SELECT r.id FROM responses r WHERE r.failure = k.id AND r.failure IS NOT NULL
         AND r.id >= ? AND ${hit.text} ORDER BY r.id LIMIT 1) AS first FROM failure_kinds k WHERE k.group_id = ?)`,
    keyAt(from),
    ...hit.values,
    group,
  );
}
