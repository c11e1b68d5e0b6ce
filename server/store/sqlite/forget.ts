import type { Removed } from '../store.ts';
import type { Connection } from './connection.ts';
import { withoutKinds } from './kind-counts.ts';
import { type Lodged, NO_PAYLOAD, replacePayloads } from './payloads.ts';
import { removeRows } from './retention.ts';
import { wellFormed } from './words.ts';

/** Responses removed by one call. */
const PIECE = 500;

/** What is left of a server once its responses are gone, in the order in which it may go. */
const TRACES = [
  'DELETE FROM traffic_cells WHERE server = ?',
  'DELETE FROM reading_cells WHERE condition IN (SELECT id FROM conditions WHERE server = ?)',
  'DELETE FROM quota_cells WHERE condition IN (SELECT id FROM conditions WHERE server = ?)',
  'DELETE FROM uses WHERE item IN (SELECT id FROM items WHERE server = ?)',
  'DELETE FROM breaches WHERE server = ?',
  'DELETE FROM group_history WHERE group_id IN (SELECT id FROM groups WHERE server = ?)',
  'DELETE FROM group_versions WHERE group_id IN (SELECT id FROM groups WHERE server = ?)',
  'DELETE FROM groups WHERE server = ?',
  'DELETE FROM failure_kinds WHERE server = ?',
  'DELETE FROM warning_kinds WHERE server = ?',
  'DELETE FROM violation_kinds WHERE server = ?',
  'DELETE FROM conditions WHERE server = ?',
  'DELETE FROM items WHERE server = ?',
  'DELETE FROM sessions WHERE server = ?',
  'DELETE FROM operations WHERE server = ?',
  'DELETE FROM sources WHERE server = ?',
  'DELETE FROM servers WHERE id = ?',
] as const;

/** Takes the counts of a server out of the cells. */
function uncount(connection: Connection, of: 'failure' | 'warning' | 'violation', server: number): void {
  const kinds = new Set(
    connection.all<{ id: number }>(`SELECT id FROM ${of}_kinds WHERE server = ?`, server).map(({ id }) => id),
  );
  const cells = connection.all<{ tier: number; minute: number; packed: Uint8Array }>(
    `SELECT * FROM ${of}_cells`,
  );
  for (const { tier, minute, packed } of cells) {
    const rest = withoutKinds(packed, kinds);
    if (rest.length === packed.length) continue;
    const which = 'WHERE tier = ? AND minute = ?';
    if (rest.length === 0) connection.run(`DELETE FROM ${of}_cells ${which}`, tier, minute);
    else connection.run(`UPDATE ${of}_cells SET packed = ? ${which}`, rest, tier, minute);
  }
}

/** Does one piece of forgetting a server; to be called in a transaction. Undefined where it was never seen. */
export function forget(connection: Connection, name: string): Removed | undefined {
  const server = connection.get<{ id: number }>(
    'SELECT id FROM servers WHERE name = ?',
    wellFormed(name),
  )?.id;
  if (server === undefined) return undefined;
  const doomed = [
    ...connection.all<Lodged>(
      'SELECT id, block, slot FROM responses WHERE server = ? AND place = 0 LIMIT ?',
      server,
      PIECE,
    ),
    ...connection.all<Lodged>(
      'SELECT id, block, slot FROM responses WHERE place = 2 AND parent IS NULL AND server = ? LIMIT ?',
      server,
      PIECE,
    ),
  ];
  if (doomed.length > 0) {
    // A block goes with the last of its responses, which may be another server's.
    replacePayloads(
      connection,
      doomed.map((lodged) => ({ ...lodged, payload: NO_PAYLOAD })),
    );
    removeRows(connection, doomed);
    return { responses: doomed.length, more: true };
  }
  for (const of of ['failure', 'warning', 'violation'] as const) uncount(connection, of, server);
  for (const text of TRACES) connection.run(text, server);
  return { responses: 0, more: false };
}
