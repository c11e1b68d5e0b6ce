import type {
  ChangedGroup,
  ErrorGroup,
  ErrorGroupDetail,
  GroupChange,
} from '../../../../shared/api/error-groups.ts';
import { CATEGORY_INFO } from '../../../../shared/codes.ts';
import { sum } from '../../../../shared/collections/sum.ts';
import { iso } from '../../../../shared/time/instant.ts';
import type { Range } from '../../../../shared/time/range.ts';
import { addBuckets, endOfNewest, type Grid, pointsOf, zeros } from '../../answers/grid.ts';
import { type Change, ranOut, toldChange, toldStanding } from '../../answers/group-state.ts';
import { previous } from '../../answers/period.ts';
import type { Filter, GroupConflict, GroupStateChange } from '../../store.ts';
import { sumByKind } from '../cells/kind-cells.ts';
import { gridOver, sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { list, within } from '../file/sql.ts';
import { groupStateOf } from '../file/words.ts';
import { failuresIn } from '../plan/findings.ts';
import { coverageOver, type Plan, planOf } from '../plan/plan.ts';
import { changeState, standingOf } from '../rows/group-states.ts';
import { keyOf, observedAt, publicId } from '../rows/ids.ts';
import { planBefore } from './before.ts';
import { breakdowns } from './breakdowns.ts';
import { type FailureRow, firstFailure, newestFailures } from './group-failures.ts';
import { clientsOf, countGroups, errorGroupRow, type GroupRow, storedGroup } from './group-rows.ts';
import { NAMES_OF_ROW, ROW_COLUMNS, type StoredRow } from './stored-rows.ts';

/** Newest failures of a group in the filter that its breakdowns cover. */
const LOOKED_AT = 2000;
/** Number of newest samples shown beside the first. */
const SAMPLES = 10;

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
    guidance: CATEGORY_INFO[group.category].guidance,
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

/** The newest of the given failures, and the group's first still stored: since it regressed, or ever. */
function samplesOf(
  connection: Connection,
  row: GroupRow,
  failures: readonly FailureRow[],
): ErrorGroupDetail['samples'] {
  const newest = failures.slice(0, SAMPLES).map(([id]) => id);
  const first = firstFailure(connection, row.id, row.regressed === 1 ? row.state_at : 0);
  const keys = first === undefined || newest.includes(first) ? newest : [...newest, first];
  return connection
    .all<StoredRow & { request_id: string | null }>(
      `SELECT ${ROW_COLUMNS}, r.request_id FROM json_each(?) k
         CROSS JOIN responses r ON r.id = k.value ${NAMES_OF_ROW} ORDER BY k.key`,
      list(keys),
    )
    .map((sample) => ({
      id: publicId(sample.id),
      observed_at: iso(observedAt(sample)),
      message: sample.message,
      request_id: sample.request_id,
      client: sample.client,
      server_version: sample.version,
      first: sample.id === first,
    }));
}

/** Changes of a group's state, newest first. */
function historyOf(connection: Connection, row: GroupRow, now: number): GroupChange[] {
  const changes = connection
    .all<{
      at: number;
      by: string;
      from_state: number;
      to_state: number;
      regressed: number;
      until: number | null;
      until_count: number | null;
      version: string | null;
    }>('SELECT * FROM group_history WHERE group_id = ? ORDER BY id DESC', row.id)
    .map(
      (change): Change => ({
        at: change.at,
        by: change.by,
        from: groupStateOf(change.from_state),
        to: groupStateOf(change.to_state),
        regressed: change.regressed === 1,
        until: change.until,
        untilCount: change.until_count,
        version: change.version,
      }),
    );
  // A mute that ran out is stored only at the group's next change.
  const ended = ranOut(standingOf(row), now);
  return (ended === undefined ? changes : [ended, ...changes]).map(toldChange);
}
