import type { ChangedGroup, ErrorGroup, ErrorGroupDetail } from '../../../../shared/api/error-groups.ts';
import { sum } from '../../../../shared/collections/sum.ts';
import { iso } from '../../../../shared/time/instant.ts';
import type { Range } from '../../../../shared/time/range.ts';
import { guidanceOf } from '../../answers/categories.ts';
import { addBuckets, endOfNewest, type Grid, pointsOf, zeros } from '../../answers/grid.ts';
import { toldStanding } from '../../answers/group-state.ts';
import { previous } from '../../answers/period.ts';
import type { Filter, GroupConflict, GroupStateChange } from '../../store.ts';
import { sumByKind } from '../cells/kind-cells.ts';
import { gridOver, sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { within } from '../file/sql.ts';
import { failuresIn } from '../plan/findings.ts';
import { coverageOver, type Plan, planOf } from '../plan/plan.ts';
import { changeState, standingOf } from '../rows/group-states.ts';
import { keyOf } from '../rows/ids.ts';
import { planBefore } from './before.ts';
import { breakdowns } from './breakdowns.ts';
import { newestFailures } from './group-failures.ts';
import { historyOf } from './group-history.ts';
import { clientsOf, countGroups, errorGroupRow, type GroupRow, storedGroup } from './group-rows.ts';
import { samplesOf } from './group-samples.ts';

/** Newest failures of a group in the filter that its breakdowns cover. */
const LOOKED_AT = 2000;

/** Returns a group in the filter; undefined if none has the id. */
export function errorGroup(
  connection: Connection,
  id: string,
  filter: Filter,
  now: number,
): ErrorGroupDetail | undefined {
  const row = readGroup(connection, id);
  if (row === undefined) return undefined;
  const spark = sparklineOver(connection, filter);
  const grid = gridOver(connection, filter, 'auto');
  const plan = planOf(connection, filter, 'failures', {
    coarsest: Math.min(tierFor(spark), tierFor(grid)),
  });
  const group = groupIn(connection, row, plan, spark, now);
  const failures = newestFailures(connection, plan, row.id, rangeOf(filter, group, spark), LOOKED_AT);
  const before = planBefore(connection, plan, 'failures');
  const earlier = countGroups(connection, before.plan, previous(spark));
  return {
    ...group,
    guidance: guidanceOf(group.category),
    from: iso(filter.from),
    to: iso(filter.to),
    bucket_ms: grid.width,
    trend: trendOf(connection, plan, row.id, grid),
    previous_count: before.isWhole ? (earlier.get(row.id)?.count ?? 0) : null,
    breakdowns: group.count === 0 ? [] : breakdowns(connection, failures),
    samples: samplesOf(connection, row, failures),
    versions: connection
      .all<{ version: string; first_seen: number }>(
        'SELECT version, first_seen FROM group_versions WHERE group_id = ? ORDER BY first_seen DESC, version DESC',
        row.id,
      )
      .map(({ version, first_seen }) => ({ version, first_seen: iso(first_seen) })),
    history: historyOf(connection, row, now),
    ...coverageOver(connection, filter),
  };
}

/** Changes a group's state, as described at `Store.changeGroup`. Must be called in a transaction. */
export function changeGroup(
  connection: Connection,
  id: string,
  change: GroupStateChange,
): ChangedGroup | GroupConflict | undefined {
  const row = readGroup(connection, id);
  if (row === undefined) return undefined;
  const history = historyOf(connection, row, change.at);
  if (change.changes !== undefined && change.changes !== history.length)
    return { changes: history.length, newest: history[0] ?? null };
  changeState(connection, row.id, change);
  const changed = storedGroup(connection, row.id) ?? row;
  return {
    ...wholeGroup(connection, changed, change.at),
    changes: history.length + 1,
    before: toldStanding(standingOf(row), row.count, change.at),
  };
}

/** A group over the whole time in which it was seen. */
function wholeGroup(connection: Connection, row: GroupRow, now: number): ErrorGroup {
  const filter = { from: row.first_seen, to: row.last_seen + 1 };
  const grid = sparklineOver(connection, filter);
  const plan = planOf(connection, filter, 'failures', { coarsest: tierFor(grid) });
  return groupIn(connection, row, plan, grid, now);
}

function readGroup(connection: Connection, id: string): GroupRow | undefined {
  const key = keyOf(id);
  return key === undefined ? undefined : storedGroup(connection, key);
}

function groupIn(connection: Connection, row: GroupRow, plan: Plan, grid: Grid, now: number): ErrorGroup {
  const counted = countGroups(connection, plan, grid);
  const failures = sum([...counted.values()].map(({ count }) => count));
  const clients = clientsOf(connection, plan, [row.id]).get(row.id) ?? 0;
  return errorGroupRow(row, grid, now, failures, counted.get(row.id), clients);
}

/** The range of a group's newest failures: the filter's, or everything before it if it has none. */
function rangeOf({ from, to }: Filter, { count, sparkline }: ErrorGroup, grid: Grid): Range {
  return count === 0 ? { from: 0, to: from } : { from, to: Math.min(to, endOfNewest(grid, sparkline)) };
}

function trendOf(
  connection: Connection,
  plan: Plan,
  group: number,
  grid: Grid,
): (readonly [number, number])[] {
  const values = zeros(grid);
  const own = failuresIn(connection, plan, within('group_id', [group]));
  for (const { buckets } of sumByKind(connection, own, grid).values()) addBuckets(values, buckets);
  return pointsOf(grid, values);
}
