import { removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { LIST, list } from '../file/sql.ts';
import { observedAt } from '../rows/ids.ts';

/** Determines again when a client's version was first and last seen, after responses of it are gone. */
export function seeCallerAgain(connection: Connection, caller: number): void {
  seeAgain(connection, 'callers', caller, 'caller = ? AND place = 0', [caller]);
}

/**
 * Determines again when a group's failures were first and last seen, after some are judged differently. If it has none
 * but of responses that were removed, these were no later than the last one removed.
 */
export function seeGroupAgain(connection: Connection, group: number): void {
  const kinds = connection.numbers('SELECT id FROM failure_kinds WHERE group_id = ?', group);
  const isSeen = seeAgain(connection, 'groups', group, 'failure = ? AND failure IS NOT NULL', kinds);
  if (!isSeen && removedBefore(connection) > 0)
    seeNoLater(connection, 'groups', [group], removedBefore(connection) - 1);
}

/** Ids of what responses were sightings of, beside error groups. */
export type Sighted = Readonly<
  Record<'sources' | 'callers' | 'warning_kinds' | 'violation_kinds', Set<number>>
>;

/** Corrects when something was seen by responses of a wrong clock that are gone: they had arrived by `now`, epoch ms. */
export function seeByNow(
  connection: Connection,
  sighted: Sighted,
  groups: Iterable<number>,
  now: number,
): void {
  for (const table of ['sources', 'callers', 'warning_kinds', 'violation_kinds'] as const)
    seeNoLater(connection, table, [...sighted[table]], now);
  const items = `SELECT DISTINCT item FROM warning_kinds WHERE id IN ${LIST}`;
  seeNoLater(connection, 'items', connection.numbers(items, list([...sighted.warning_kinds])), now);
  for (const group of groups) {
    seeNoLater(connection, 'groups', [group], now);
    connection.run(
      'UPDATE group_versions SET first_seen = min(first_seen, ?) WHERE group_id = ?',
      now,
      group,
    );
  }
}

function seeNoLater(
  connection: Connection,
  table: keyof Sighted | 'items' | 'groups',
  ids: readonly number[],
  last: number,
): void {
  connection.run(
    `UPDATE ${table} SET first_seen = min(first_seen, ?), last_seen = min(last_seen, ?) WHERE id IN ${LIST}`,
    last,
    last,
    list(ids),
  );
}

/**
 * Reads the ends of an index by response, at each of its values. What was seen before responses were removed
 * stays, and so does everything if no response is left: then it returns false.
 */
function seeAgain(
  connection: Connection,
  table: 'callers' | 'groups',
  id: number,
  where: string,
  values: readonly number[],
): boolean {
  const ends = (order: 'ASC' | 'DESC') =>
    values.flatMap((value) =>
      connection
        .all<{ id: number; shift: number }>(
          `SELECT id, shift FROM responses WHERE ${where} ORDER BY id ${order} LIMIT 1`,
          value,
        )
        .map(observedAt),
    );
  const firsts = ends('ASC');
  if (firsts.length === 0) return false;
  connection.run(
    `UPDATE ${table} SET first_seen = iif(first_seen < ?, first_seen, ?), last_seen = ? WHERE id = ?`,
    removedBefore(connection),
    Math.min(...firsts),
    Math.max(...ends('DESC')),
    id,
  );
  return true;
}
