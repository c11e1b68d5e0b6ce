import type { ErrorGroup } from '../../../../shared/api/error-groups.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { isRegistered } from '../../answers/categories.ts';
import { addBuckets, type Grid, zeros } from '../../answers/grid.ts';
import { isNew } from '../../answers/group-list.ts';
import { toldStanding } from '../../answers/group-state.ts';
import { eachCallerCell, failureKinds, sumByKind } from '../cells/kind-cells.ts';
import type { Connection } from '../file/connection.ts';
import { within } from '../file/sql.ts';
import { categoryOf, dialectOf } from '../file/words.ts';
import { failuresIn } from '../plan/findings.ts';
import type { Plan } from '../plan/plan.ts';
import { type StandingRow, standingOf } from '../rows/group-states.ts';
import { publicId } from '../rows/ids.ts';
import { callersById } from './callers.ts';

export interface GroupRow extends StandingRow {
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
  readonly count: number;
}

const GROUPS = `SELECT g.id, s.name AS server, o.name AS operation, g.dialect, g.category, g.code, g.template, g.overflow,
    g.first_seen, g.last_seen, g.state, g.state_at, g.until, g.until_count, g.state_count, g.count, g.regressed, g.regressed_in, g.version
  FROM groups g JOIN servers s ON s.id = g.server LEFT JOIN operations o ON o.id = g.operation`;

export function storedGroup(connection: Connection, id: number): GroupRow | undefined {
  return connection.get<GroupRow>(`${GROUPS} WHERE g.id = ?`, id);
}

/** What the filter's failures add up to for one group. */
export interface GroupSum {
  count: number;
  readonly sparkline: number[];
}

/** Failures of each group in the filter, with their sparkline. */
export function countGroups(connection: Connection, plan: Plan, grid: Grid): Map<number, GroupSum> {
  const sums = sumByKind(connection, failuresIn(connection, plan), grid);
  const { groups: groupOf } = failureKinds(connection);
  const groups = new Map<number, GroupSum>();
  for (const [kind, { n, buckets }] of sums) {
    const group = groupOf[kind];
    if (group === undefined) continue;
    const counted = entry(groups, group, () => ({ count: 0, sparkline: zeros(grid) }));
    counted.count += n;
    addBuckets(counted.sparkline, buckets);
  }
  return groups;
}

/** Number of distinct clients that met each of the groups. */
export function clientsOf(
  connection: Connection,
  plan: Plan,
  groups: readonly number[],
): ReadonlyMap<number, number> {
  const callers = callersById(connection);
  const clients = new Map(groups.map((group) => [group, new Set<string | null>()]));
  const ofKind = failureKinds(connection).groups.map((group) =>
    group === undefined ? group : clients.get(group),
  );
  eachCallerCell(connection, failuresIn(connection, plan, within('group_id', groups)), ({ kind, caller }) =>
    ofKind[kind]?.add(callers[caller]?.client ?? null),
  );
  return new Map([...clients].map(([group, { size }]) => [group, size]));
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
    new: isNew(row.first_seen, grid),
    ...toldStanding(standingOf(row), row.count, now),
    sparkline: counted?.sparkline ?? zeros(grid),
    overflow: row.overflow === 1,
  };
}
