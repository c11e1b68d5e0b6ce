import type { Removed } from '../store.ts';
import type { CellTable } from './cells.ts';
import type { Connection } from './connection.ts';
import { within } from './filters.ts';
import { kindsWhere } from './kind-cells.ts';
import { withoutKinds } from './kind-counts.ts';
import { type Lodged, NO_PAYLOAD, replacePayloads } from './payloads.ts';
import { withoutConditions } from './reading-counts.ts';
import { removeRows } from './retention.ts';
import { withoutServer } from './traffic-counts.ts';
import { wellFormed } from './words.ts';

/** Responses removed by one call. */
const PIECE = 500;
/** Pages of the search index written by one call: some fifty milliseconds. */
const MERGED_PAGES = 64;

/** What is left of a server once its responses are gone, in the order in which it may go. */
const TRACES = [
  'DELETE FROM quota_cells WHERE condition IN (SELECT id FROM conditions WHERE server = ?)',
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

/** Stands in `meta` from the first piece to the last: between them figures count what is gone already. */
const MARK = 'forgetting ';
const markOf = (server: number) => `${MARK}${server}`;

/** The servers whose forgetting has begun and not ended. */
export function halfForgotten(connection: Connection): readonly string[] {
  return connection
    .rows<readonly [string]>(
      'SELECT s.name FROM servers s JOIN meta m ON m.name = ? || s.id ORDER BY s.id',
      MARK,
    )
    .map(([name]) => name);
}

/** Leaves in each cell what `without` leaves of it. */
function uncount(
  connection: Connection,
  table: CellTable,
  keys: readonly string[],
  without: (packed: Uint8Array) => Uint8Array,
): void {
  const which = ['tier', ...keys].map((name) => `${name} = ?`).join(' AND ');
  for (const [packed, ...key] of connection.rows<readonly [Uint8Array, ...number[]]>(
    `SELECT packed, tier, ${keys.join(', ')} FROM ${table}`,
  )) {
    const rest = without(packed);
    if (rest.length === packed.length) continue;
    if (rest.length === 0) connection.run(`DELETE FROM ${table} WHERE ${which}`, ...key);
    else connection.run(`UPDATE ${table} SET packed = ? WHERE ${which}`, rest, ...key);
  }
}

/**
 * Merges a piece of the search index: what is deleted from it stays in its segments until then. False where all is merged,
 * which changes one row at most: https://sqlite.org/fts5.html#the_merge_command
 */
function mergeMessages(connection: Connection): boolean {
  const changes = () => connection.get<{ n: number }>('SELECT total_changes() AS n')?.n ?? 0;
  const before = changes();
  connection.run("INSERT INTO messages (messages, rank) VALUES ('merge', ?)", -MERGED_PAGES);
  return changes() - before > 1;
}

/** Removes responses of a server from its indexes, so that a response that is given the key of one can stand there. */
function unindex(connection: Connection, server: number, doomed: readonly Lodged[]): void {
  const found =
    'response IN (SELECT response FROM counts WHERE response IN (SELECT value FROM json_each(?)))';
  const keys = JSON.stringify(doomed.map(({ id }) => id));
  connection.run(
    `DELETE FROM breaches WHERE server = ? AND rule IN (SELECT rule FROM violation_kinds WHERE server = ?) AND ${found}`,
    server,
    server,
    keys,
  );
  connection.run(
    `DELETE FROM uses WHERE item IN (SELECT id FROM items WHERE server = ?) AND ${found}`,
    server,
    keys,
  );
}

/** Does one piece of forgetting a server; to be called in a transaction. Undefined where it was never seen. */
export function forget(connection: Connection, name: string): Removed | undefined {
  const server = connection.get<{ id: number }>(
    'SELECT id FROM servers WHERE name = ?',
    wellFormed(name),
  )?.id;
  if (server === undefined) return undefined;
  connection.run('INSERT OR IGNORE INTO meta VALUES (?, 1)', markOf(server));
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
    unindex(connection, server, doomed);
    removeRows(connection, doomed);
    return { responses: doomed.length, more: true };
  }
  if (mergeMessages(connection)) return { responses: 0, more: true };
  for (const of of ['failure', 'warning', 'violation'] as const) {
    const kinds = new Set(kindsWhere(connection, of, within('server', [server])));
    uncount(connection, `${of}_cells`, ['minute'], (packed) => withoutKinds(packed, kinds));
  }
  const conditions = new Set(
    connection
      .rows<readonly [number]>('SELECT id FROM conditions WHERE server = ?', server)
      .map(([id]) => id),
  );
  uncount(connection, 'reading_cells', ['minute'], (packed) => withoutConditions(packed, conditions));
  uncount(connection, 'traffic_cells', ['facet', 'minute'], (packed) => withoutServer(packed, server));
  for (const text of TRACES) connection.run(text, server);
  connection.run('DELETE FROM meta WHERE name = ?', markOf(server));
  return { responses: 0, more: false };
}
