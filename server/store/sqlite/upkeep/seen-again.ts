import { removedBefore } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { observedAt } from '../rows/ids.ts';

/** Determines again when a client's version was first and last seen, after responses of it are gone. */
export function seeCallerAgain(connection: Connection, caller: number): void {
  seeAgain(connection, 'callers', caller, 'caller = ? AND place = 0', [caller]);
}

/** Determines again when a group's failures were first and last seen, after some are judged differently. */
export function seeGroupAgain(connection: Connection, group: number): void {
  const kinds = connection.numbers('SELECT id FROM failure_kinds WHERE group_id = ?', group);
  seeAgain(connection, 'groups', group, 'failure = ? AND failure IS NOT NULL', kinds);
}

/**
 * Reads the ends of an index by response, at each of its values. What was seen before responses were removed
 * stays, and so does everything if no response is left.
 */
function seeAgain(
  connection: Connection,
  table: 'callers' | 'groups',
  id: number,
  where: string,
  values: readonly number[],
): void {
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
  if (firsts.length === 0) return;
  connection.run(
    `UPDATE ${table} SET first_seen = iif(first_seen < ?, first_seen, ?), last_seen = ? WHERE id = ?`,
    removedBefore(connection),
    Math.min(...firsts),
    Math.max(...ends('DESC')),
    id,
  );
}
