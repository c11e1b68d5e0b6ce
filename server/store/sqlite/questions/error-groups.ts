import type { Static } from 'typebox';
import type {
  ErrorGroup,
  ErrorGroupDetail,
  ErrorGroups,
  GroupChange,
} from '../../../../shared/api/error-groups.ts';
import { CATEGORY_INFO } from '../../../../shared/codes.ts';
import { entry } from '../../../../shared/entry.ts';
import { GROUP_STATES } from '../../../../shared/group-state.ts';
import { CursorUnreadable, type Filter, type GroupsAsk } from '../../store.ts';
import { bucketsOf, endOfNewest, type Grid, pointsOf, previous, type Range, zeros } from '../cells/grid.ts';
import { eachCallerCell, eachKindCell, groupOfKind, sumByKind } from '../cells/kind-cells.ts';
import { gridOver, sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { categoryOf, dialectOf, iso, isoOrNull } from '../file/words.ts';
import { failuresIn, noteOver, type Plan, planOf } from '../plan/plan.ts';
import { within } from '../rows/filters.ts';
import { SYSTEM, stateAt, stateOf } from '../rows/group-states.ts';
import { keyAt, keyOf, publicId } from '../rows/ids.ts';
import { planBefore } from './before.ts';
import { breakdowns } from './breakdowns.ts';
import { callersById } from './callers.ts';
import { isRegistered } from './errors.ts';
import { type FailureRow, newestFailures } from './group-failures.ts';
import { observedAt, ROW_COLUMNS, ROW_TABLES, type StoredRow } from './stored-rows.ts';

interface GroupRow {
  readonly id: number;
  readonly server: string;
  readonly operation: string | null;
  readonly dialect: number;
  readonly category: number;
  readonly code: string | null;
  readonly template: string | null;
  readonly overflow: number;
  readonly first_seen: number;
  readonly last_seen: number;
  readonly state: number;
  readonly state_at: number;
  readonly until: number | null;
  readonly until_count: number | null;
  readonly state_count: number;
  readonly count: number;
  readonly regressed: number;
  readonly regressed_in: string | null;
}

const GROUPS = `SELECT g.id, s.name AS server, o.name AS operation, g.dialect, g.category, g.code, g.template, g.overflow,
    g.first_seen, g.last_seen, g.state, g.state_at, g.until, g.until_count, g.state_count, g.count, g.regressed, g.regressed_in
  FROM groups g JOIN servers s ON s.id = g.server LEFT JOIN operations o ON o.id = g.operation`;

/** What chooses and sorts groups: one is read of each, and the whole row of those that are shown. */
type Sorted = Pick<GroupRow, 'id' | 'state' | 'until' | 'first_seen' | 'last_seen' | 'regressed'>;

/** What the filter's failures say of one group. */
interface Counted {
  count: number;
  readonly sparkline: number[];
}

/** Failures of each group in the filter, and their sparkline. */
function countGroups(connection: Connection, plan: Plan, grid: Grid): Map<number, Counted> {
  const sums = sumByKind(connection, failuresIn(connection, plan), grid);
  const groupOf = groupOfKind(connection);
  const groups = new Map<number, Counted>();
  for (const [kind, { n, buckets }] of sums) {
    const group = groupOf[kind];
    if (group === undefined) continue;
    const counted = entry(groups, group, () => ({ count: 0, sparkline: zeros(grid) }));
    counted.count += n;
    buckets.forEach((value, bucket) => {
      counted.sparkline[bucket] = (counted.sparkline[bucket] ?? 0) + value;
    });
  }
  return groups;
}

/** Groups with a failure in the filter. */
export function errorGroups(
  connection: Connection,
  filter: Filter,
  ask: GroupsAsk,
  now: number,
): ErrorGroups {
  const grid = sparklineOver(connection, filter);
  const plan = planOf(connection, filter, 'failures', { coarsest: tierFor(grid) });
  const counted = countGroups(connection, plan, grid);
  const failures = [...counted.values()].reduce((sum, { count }) => sum + count, 0);
  const rows = connection.all<Sorted>(
    `SELECT id, state, until, first_seen, last_seen, regressed FROM groups
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...counted.keys()]),
  );
  const states = { open: 0, acknowledged: 0, resolved: 0, muted: 0 };
  for (const row of rows) states[stateAt(row, now)]++;
  const isNew = (row: Sorted) => row.first_seen >= filter.from && row.first_seen < filter.to;
  const sortValue = (row: Sorted) =>
    ask.sort === 'count'
      ? (counted.get(row.id)?.count ?? 0)
      : ask.sort === 'first_seen'
        ? row.first_seen
        : row.last_seen;
  const sorted = rows
    .filter((row) => ask.state === undefined || ask.state.includes(stateAt(row, now)))
    .filter((row) => !ask.news || isNew(row) || row.regressed === 1)
    .sort((a, b) => sortValue(b) - sortValue(a) || a.id - b.id);
  const after = cursorOf(ask.cursor);
  const rest =
    after === undefined
      ? sorted
      : sorted.filter((row) => {
          const value = sortValue(row);
          return value < after.value || (value === after.value && row.id > after.id);
        });
  const page = rest.slice(0, ask.limit);
  const last = page.at(-1);
  const clients = clientsOf(
    connection,
    plan,
    page.map(({ id }) => id),
  );
  return {
    states,
    failures,
    total: sorted.length,
    items: page.flatMap(({ id }) => {
      const row = rowOf(connection, id);
      return row === undefined
        ? []
        : [errorGroupRow(row, grid, now, failures, counted.get(id), clients.get(id) ?? 0)];
    }),
    next_cursor:
      last !== undefined && rest.length > page.length ? `${sortValue(last)}.${publicId(last.id)}` : null,
    ...noteOver(connection, filter),
  };
}

function cursorOf(cursor: string | undefined): { readonly value: number; readonly id: number } | undefined {
  if (cursor === undefined) return undefined;
  const [, value, id] = /^(\d{1,16})\.([0-9a-z]+)$/.exec(cursor) ?? [];
  const key = id === undefined ? undefined : keyOf(id);
  if (key === undefined) throw new CursorUnreadable(cursor);
  return { value: Number(value), id: key };
}

/** Different clients that met each of the groups. */
function clientsOf(
  connection: Connection,
  plan: Plan,
  groups: readonly number[],
): ReadonlyMap<number, number> {
  const callers = callersById(connection);
  const clients = new Map(groups.map((group) => [group, new Set<string | null>()]));
  const ofKind = groupOfKind(connection).map((group) => (group === undefined ? group : clients.get(group)));
  eachCallerCell(connection, failuresIn(connection, plan, within('group_id', groups)), ({ kind, caller }) =>
    ofKind[kind]?.add(callers[caller]?.client ?? null),
  );
  return new Map([...clients].map(([group, { size }]) => [group, size]));
}

function errorGroupRow(
  row: GroupRow,
  grid: Grid,
  now: number,
  failures: number,
  counted: Counted | undefined,
  clients: number,
): ErrorGroup {
  const state = stateAt(row, now);
  const muted = state === 'muted';
  const count = counted?.count ?? 0;
  return {
    id: publicId(row.id),
    server: row.server,
    dialect: dialectOf(row.dialect),
    operation: row.operation,
    category: categoryOf(row.category),
    code: row.code,
    registered: isRegistered(row.code),
    message: row.template,
    count,
    share: failures === 0 ? 0 : count / failures,
    clients,
    first_seen: iso(row.first_seen),
    last_seen: iso(row.last_seen),
    state,
    regressed: row.regressed === 1,
    new: row.first_seen >= grid.from && row.first_seen < grid.to,
    regressed_in: row.regressed_in,
    muted_until: muted ? isoOrNull(row.until) : null,
    // What is left of it.
    muted_until_count:
      muted && row.until_count !== null ? Math.max(0, row.until_count - (row.count - row.state_count)) : null,
    sparkline: counted?.sparkline ?? zeros(grid),
    overflow: row.overflow === 1,
  };
}

function readGroup(connection: Connection, id: string): GroupRow | undefined {
  const key = keyOf(id);
  return key === undefined ? undefined : rowOf(connection, key);
}

function rowOf(connection: Connection, id: number): GroupRow | undefined {
  return connection.get<GroupRow>(`${GROUPS} WHERE g.id = ?`, id);
}

/** One group over all the time it was seen; undefined where there is none of the id. */
export function wholeGroup(connection: Connection, id: string, now: number): ErrorGroup | undefined {
  const row = readGroup(connection, id);
  if (row === undefined) return undefined;
  const filter = { from: row.first_seen, to: row.last_seen + 1 };
  return groupIn(
    connection,
    row,
    planOf(connection, filter, 'failures', { coarsest: tierFor(sparklineOver(connection, filter)) }),
    now,
  );
}

function groupIn(connection: Connection, row: GroupRow, plan: Plan, now: number): ErrorGroup {
  const grid = sparklineOver(connection, plan.filter);
  const counted = countGroups(connection, plan, grid);
  const failures = [...counted.values()].reduce((sum, { count }) => sum + count, 0);
  const clients = clientsOf(connection, plan, [row.id]).get(row.id) ?? 0;
  return errorGroupRow(row, grid, now, failures, counted.get(row.id), clients);
}

/** Newest failures of a group in the filter that its breakdowns are of. */
const LOOKED_AT = 2000;

/** One group in the filter; undefined where there is none of the id. */
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
  const group = groupIn(connection, row, plan, now);
  const failures = newestFailures(connection, plan, row.id, rangeOf(filter, group, spark), LOOKED_AT);
  const before = planBefore(connection, filter, 'failures');
  const earlier = countGroups(connection, before.plan, previous(spark));
  const category = categoryOf(row.category);
  return {
    ...group,
    guidance: CATEGORY_INFO.find((info) => info.id === category)?.guidance ?? '',
    from: iso(filter.from),
    to: iso(filter.to),
    bucket_ms: grid.width,
    trend: trendOf(connection, plan, row.id, grid),
    previous_count: before.isWhole ? (earlier.get(row.id)?.count ?? 0) : null,
    breakdowns: group.count === 0 ? [] : breakdowns(connection, failures),
    samples: samplesOf(connection, row, failures),
    versions: connection
      .all<{ version: string; first_seen: number }>(
        'SELECT version, first_seen FROM group_versions WHERE group_id = ? ORDER BY first_seen DESC',
        row.id,
      )
      .map(({ version, first_seen }) => ({ version, first_seen: iso(first_seen) })),
    history: historyOf(connection, row, now),
    ...noteOver(connection, filter),
  };
}

function trendOf(
  connection: Connection,
  plan: Plan,
  group: number,
  grid: Grid,
): (readonly [number, number])[] {
  const values = zeros(grid);
  const bucketOf = bucketsOf(grid);
  const own = failuresIn(connection, plan, within('group_id', [group]));
  eachKindCell(connection, own, ({ minute, n }) => {
    const bucket = bucketOf(minute);
    values[bucket] = (values[bucket] ?? 0) + n;
  });
  return pointsOf(grid, values);
}

/** Where the newest failures of a group lie: in the range of the filter, or before it where that has none. */
function rangeOf({ from, to }: Filter, { count, sparkline }: ErrorGroup, grid: Grid): Range {
  return count === 0 ? { from: 0, to: from } : { from, to: Math.min(to, endOfNewest(grid, sparkline)) };
}

/** Newest samples shown beside the first bad one. */
const SAMPLES = 10;

/** The newest of the failures given, and the first of the group that is still kept: since it regressed, or ever. */
function samplesOf(
  connection: Connection,
  row: GroupRow,
  failures: readonly FailureRow[],
): ErrorGroupDetail['samples'] {
  const newest = failures.slice(0, SAMPLES).map(([id]) => id);
  const first = connection.get<{ id: number }>(
    `SELECT id FROM responses WHERE failure IN (SELECT id FROM failure_kinds WHERE group_id = ?) AND failure IS NOT NULL
       AND id >= ? ORDER BY id LIMIT 1`,
    row.id,
    row.regressed === 1 ? keyAt(row.state_at) : 0,
  )?.id;
  const keys = first === undefined || newest.includes(first) ? newest : [...newest, first];
  return connection
    .all<StoredRow & { request_id: string | null }>(
      `SELECT ${ROW_COLUMNS}, r.request_id FROM (SELECT key, value AS id FROM json_each(?)) k
         CROSS JOIN ${ROW_TABLES.replace('responses r', 'responses r ON r.id = k.id')}
       ORDER BY k.key`,
      JSON.stringify(keys),
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

function historyOf(connection: Connection, row: GroupRow, now: number): Static<typeof GroupChange>[] {
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
    .map((change) => ({
      at: iso(change.at),
      by: change.by,
      from: stateOf(change.from_state),
      to: stateOf(change.to_state),
      regressed: change.regressed === 1,
      until: isoOrNull(change.until),
      until_count: change.until_count,
      version: change.version,
    }));
  // A mute that ran out is written down at the group's next change.
  if (GROUP_STATES[row.state] !== 'muted' || stateAt(row, now) === 'muted' || row.until === null)
    return changes;
  const ranOut = { regressed: false, until: null, until_count: null, version: null };
  return [{ at: iso(row.until), by: SYSTEM, from: 'muted', to: 'open', ...ranOut }, ...changes];
}
