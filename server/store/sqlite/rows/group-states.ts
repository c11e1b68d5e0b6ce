import { GROUP_STATES, SYSTEM } from '../../../../shared/group-state.ts';
import { OVERFLOW } from '../../../../shared/overflow.ts';
import {
  type Change,
  changesBy,
  type FailureEvent,
  isEarlierVersion,
  mayReturn,
  returnedBy,
  type Standing,
  standingAfter,
} from '../../answers/group-state.ts';
import type { GroupStateChange } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import { groupStateOf, numberOf, wellFormed } from '../file/words.ts';

/** Columns of a group that hold its standing. */
export interface StandingRow {
  readonly state: number;
  readonly state_at: number;
  readonly state_count: number;
  readonly until: number | null;
  readonly until_count: number | null;
  readonly version: string | null;
  readonly regressed: number;
  readonly regressed_in: string | null;
}

interface GroupRow extends StandingRow {
  readonly server: number;
  readonly count: number;
}

export function standingOf(row: StandingRow): Standing {
  return {
    state: groupStateOf(row.state),
    since: row.state_at,
    countThen: row.state_count,
    until: row.until,
    untilCount: row.until_count,
    version: row.version,
    regressed: row.regressed === 1,
    regressedIn: row.regressed_in,
  };
}

/** Counts the failures of an append, in storing order, into their group; lets a resolved or muted one return. */
export function applyFailures(
  connection: Connection,
  group: number,
  failures: readonly FailureEvent[],
): void {
  const row = readGroup(connection, group);
  if (row === undefined) throw new Error(`Group ${group} is not stored`);
  if (mayReturn(groupStateOf(row.state))) {
    const standing = standingOf(row);
    const isEarlier = (version: string, than: string) =>
      isEarlierVersion(version, than, (of) => versionFirstSeen(connection, row.server, of));
    let nth = row.count;
    for (const failure of failures) {
      nth++;
      const change = returnedBy(standing, failure, nth, isEarlier);
      if (change !== undefined) {
        setState(connection, group, change, nth);
        break;
      }
    }
  }
  count(connection, group, failures, failures.length);
}

/**
 * Counts failures of stored responses that are judged again, `counted` of which were counted before. Changes
 * neither the group's state nor the number of failures left until that ends.
 */
export function recountFailures(
  connection: Connection,
  group: number,
  failures: readonly FailureEvent[],
  counted: number,
): void {
  const more = failures.length - counted;
  connection.run('UPDATE groups SET state_count = state_count + ? WHERE id = ?', more, group);
  count(connection, group, failures, more);
}

/** Id of the group that was created last; 0 if there is none. */
export function newestGroup(connection: Connection): number {
  return connection.number('SELECT ifnull(max(id), 0) FROM groups');
}

/**
 * Gives groups created after `newest`, by a response that is judged again, the state and the history of the group that its
 * failures were in before. From several groups, or from or to an overflow group, nothing is inherited.
 */
export function inheritState(connection: Connection, newest: number, before: ReadonlySet<number>): void {
  const [from] = before;
  if (from === undefined || before.size > 1) return;
  const heirs = connection.numbers(
    'SELECT id FROM groups WHERE id > ? AND overflow = 0 AND EXISTS (SELECT 1 FROM groups WHERE id = ? AND overflow = 0)',
    newest,
    from,
  );
  for (const heir of heirs) {
    // Until failures are counted into it, it has none.
    connection.run(
      `UPDATE groups SET (state, state_at, state_count, until, until_count, version, regressed, regressed_in) =
         (SELECT state, state_at, state_count - count, until, until_count, version, regressed, regressed_in
          FROM groups WHERE id = ?) WHERE id = ?`,
      from,
      heir,
    );
    connection.run(
      `INSERT INTO group_history (group_id, at, by, from_state, to_state, regressed, until, until_count, version)
       SELECT ?, at, by, from_state, to_state, regressed, until, until_count, version FROM group_history
       WHERE group_id = ? ORDER BY id`,
      heir,
      from,
    );
  }
}

function count(connection: Connection, group: number, failures: readonly FailureEvent[], more: number): void {
  const times = failures.map(({ at }) => at);
  connection.run(
    'UPDATE groups SET count = count + ?, first_seen = min(first_seen, ?), last_seen = max(last_seen, ?) WHERE id = ?',
    more,
    times.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER),
    times.reduce((a, b) => Math.max(a, b), 0),
    group,
  );
  const versions = new Map<string, number>();
  for (const { at, version } of failures)
    if (version !== null) versions.set(version, Math.min(at, versions.get(version) ?? at));
  for (const [version, at] of versions) {
    const name = wellFormed(version);
    // A version beyond the cap of the server's sources is none of them.
    connection.run(
      `INSERT INTO group_versions (group_id, version, first_seen)
       SELECT id, iif(EXISTS (SELECT 1 FROM sources s WHERE s.server = g.server AND s.version = ?), ?, ?), ? FROM groups g WHERE id = ?
       ON CONFLICT DO UPDATE SET first_seen = min(first_seen, excluded.first_seen)`,
      name,
      name,
      OVERFLOW,
      at,
      group,
    );
  }
}

/** When a server was first seen with a version, epoch ms; infinity if it never was. */
function versionFirstSeen(connection: Connection, server: number, version: string): number {
  return (
    connection.first(
      'SELECT min(first_seen) FROM sources WHERE server = ? AND version = ?',
      server,
      version,
    ) ?? Number.POSITIVE_INFINITY
  );
}

function readGroup(connection: Connection, group: number): GroupRow | undefined {
  return connection.get<GroupRow>(
    'SELECT server, count, state, state_at, state_count, until, until_count, version, regressed, regressed_in FROM groups WHERE id = ?',
    group,
  );
}

function setState(connection: Connection, group: number, change: Change, count: number): void {
  const after = standingAfter(change, count);
  connection.run(
    `UPDATE groups SET state = ?, state_at = ?, state_count = ?, until = ?, until_count = ?, version = ?, regressed = ?,
       regressed_in = ? WHERE id = ?`,
    numberOf(GROUP_STATES, after.state),
    after.since,
    after.countThen,
    after.until,
    after.untilCount,
    after.version,
    Number(after.regressed),
    after.regressedIn,
    group,
  );
  connection.run(
    `INSERT INTO group_history (group_id, at, by, from_state, to_state, regressed, until, until_count, version)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    group,
    change.at,
    change.by,
    numberOf(GROUP_STATES, change.from),
    numberOf(GROUP_STATES, change.to),
    Number(change.regressed),
    change.until,
    change.untilCount,
    change.version,
  );
}

/** Changes a group's state as requested. */
export function changeState(connection: Connection, group: number, change: GroupStateChange): void {
  const row = readGroup(connection, group);
  if (row === undefined) throw new Error(`Group ${group} is not stored`);
  const { by, version } = change;
  const kept = {
    ...change,
    by: wellFormed(by),
    ...(version !== undefined && { version: wellFormed(version) }),
  };
  for (const one of changesBy(standingOf(row), kept, () => returnOf(connection, group)))
    setState(connection, group, one, row.count);
}

/** When a group last regressed, epoch ms: undos that restored that are later. */
function returnOf(connection: Connection, group: number): number | undefined {
  return connection.first(
    'SELECT at FROM group_history WHERE group_id = ? AND regressed = 1 AND by = ? ORDER BY id DESC LIMIT 1',
    group,
    SYSTEM,
  );
}
