import type { ErrorGroup, GroupStanding } from '../../../../shared/api/error-groups.ts';
import { entry } from '../../../../shared/entry.ts';
import { type Grid, zeros } from '../cells/grid.ts';
import { eachCallerCell, groupOfKind, sumByKind } from '../cells/kind-cells.ts';
import type { Connection } from '../file/connection.ts';
import { categoryOf, dialectOf, iso, isoOrNull } from '../file/words.ts';
import { failuresIn, type Plan } from '../plan/plan.ts';
import { within } from '../rows/filters.ts';
import { stateAt } from '../rows/group-states.ts';
import { publicId } from '../rows/ids.ts';
import { callersById } from './callers.ts';
import { isRegistered } from './errors.ts';

export interface GroupRow {
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
  readonly version: string | null;
}

const GROUPS = `SELECT g.id, s.name AS server, o.name AS operation, g.dialect, g.category, g.code, g.template, g.overflow,
    g.first_seen, g.last_seen, g.state, g.state_at, g.until, g.until_count, g.state_count, g.count, g.regressed, g.regressed_in, g.version
  FROM groups g JOIN servers s ON s.id = g.server LEFT JOIN operations o ON o.id = g.operation`;

export function rowOf(connection: Connection, id: number): GroupRow | undefined {
  return connection.get<GroupRow>(`${GROUPS} WHERE g.id = ?`, id);
}

/** What the filter's failures say of one group. */
interface GroupSum {
  count: number;
  readonly sparkline: number[];
}

/** Failures of each group in the filter, and their sparkline. */
export function countGroups(connection: Connection, plan: Plan, grid: Grid): Map<number, GroupSum> {
  const sums = sumByKind(connection, failuresIn(connection, plan), grid);
  const groupOf = groupOfKind(connection);
  const groups = new Map<number, GroupSum>();
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

/** Different clients that met each of the groups. */
export function clientsOf(
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

export function standingOf(row: GroupRow, now: number): GroupStanding {
  const state = stateAt(row, now);
  const muted = state === 'muted';
  return {
    state,
    regressed: row.regressed === 1,
    regressed_in: row.regressed_in,
    resolved_in: state === 'resolved' ? row.version : null,
    muted_until: muted ? isoOrNull(row.until) : null,
    // What is left of it.
    muted_until_count:
      muted && row.until_count !== null ? Math.max(0, row.until_count - (row.count - row.state_count)) : null,
  };
}

export function errorGroupRow(
  row: GroupRow,
  grid: Grid,
  now: number,
  failures: number,
  counted: GroupSum | undefined,
  clients: number,
): ErrorGroup {
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
    new: row.first_seen >= grid.from && row.first_seen < grid.to,
    ...standingOf(row, now),
    sparkline: counted?.sparkline ?? zeros(grid),
    overflow: row.overflow === 1,
  };
}
