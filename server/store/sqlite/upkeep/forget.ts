import { FILE_DAMAGED, StoreDamaged } from '../../faults.ts';
import type { Removed } from '../../store.ts';
import { type FindingKind, kindsWhere } from '../cells/kind-cells.ts';
import type { Connection } from '../file/connection.ts';
import { LIST, list, within } from '../file/sql.ts';
import { wellFormed } from '../file/words.ts';
import { PACKING, type PackedTable, TIERS } from '../packed/cell-tables.ts';
import { withoutKinds } from '../packed/kind-counts.ts';
import { withoutConditions } from '../packed/reading-counts.ts';
import { withoutServer } from '../packed/traffic-counts.ts';
import {
  beingForgotten,
  type Forgotten,
  idsBeingForgotten,
  noteForgotten,
  unnoteForgotten,
} from '../rows/forgotten.ts';
import { QUARANTINED } from '../rows/insert.ts';
import { ownEntries, SHARED } from '../rows/mentions.ts';
import { inFewBlocks, type Lodged } from '../rows/payloads.ts';
import { removeRows } from './retention.ts';
import { seeCallerAgain } from './seen-again.ts';
import { mergeMessages, noteStaleLog, shrink } from './tidy.ts';

/** Responses removed per call. */
const PIECE = 500;
/** Bytes of cells examined per call, and what a cell costs in addition to its own. */
const CELL_BYTES = 128 * 1024;
const CELL_COST = 64;
/** Rows of any other table removed per call. */
const TRACES_PIECE = 2000;

/** Quotas of a server, with the tiers, by which the table is ordered. */
const QUOTAS = `condition IN (SELECT id FROM conditions WHERE server = ?) AND tier IN (${TIERS.map((_, tier) => tier).join(', ')})`;

/** What is left of a server after its responses and counts, but for its row, in the order it can be removed. */
const TRACES: readonly (readonly [table: string, key: string, where: string])[] = [
  ['quota_cells', 'tier, condition, at', QUOTAS],
  ['group_history', 'id', 'group_id IN (SELECT id FROM groups WHERE server = ?)'],
  ['group_versions', 'group_id, version', 'group_id IN (SELECT id FROM groups WHERE server = ?)'],
  ['groups', 'id', 'server = ?'],
  ['failure_kinds', 'id', 'server = ?'],
  ['warning_kinds', 'id', 'server = ?'],
  ['violation_kinds', 'id', 'server = ?'],
  ['conditions', 'id', 'server = ?'],
  ['items', 'id', 'server = ?'],
  ['sessions', 'id', 'server = ?'],
  ['operations', 'id', 'server = ?'],
  ['sources', 'id', 'server = ?'],
  ...SHARED.map((dictionary) => [dictionary, 'id', `id IN (${ownEntries(dictionary)})`] as const),
  ['mentions', 'server, dictionary, entry', 'server = ?'],
];

/**
 * Takes away a server's name and its error groups' keys. False if no server has the name, or the one that has
 * it is already being forgotten.
 */
function begin(connection: Connection, name: string): boolean {
  const server = connection.first('SELECT id FROM servers WHERE name = ?', name);
  if (server === undefined || idsBeingForgotten(connection).has(server)) return false;
  // Nobody can report under the new name, since nobody knows its random part.
  connection.run(
    "UPDATE servers SET name = name || ' (being forgotten ' || hex(randomblob(3)) || ')', pinned = NULL WHERE id = ?",
    server,
  );
  connection.run('UPDATE groups SET key = ? || key WHERE server = ?', `forgetting ${server} `, server);
  noteForgotten(connection, { server, name, cell: [] });
  return true;
}

interface Cells {
  readonly table: PackedTable;
  /** Returns a function that removes what belongs to a server from a packed cell. */
  readonly without: (connection: Connection, server: number) => (packed: Uint8Array) => Uint8Array;
}

const ofKinds = (of: FindingKind): Cells => ({
  table: `${of}_cells`,
  without: (connection, server) => {
    const kinds = new Set(kindsWhere(connection, of, within('server', [server])));
    return (packed) => withoutKinds(packed, kinds);
  },
});

/** In an order that must not change: a {@link Forgotten} stores an index. */
const CELLS: readonly Cells[] = [
  ofKinds('failure'),
  ofKinds('warning'),
  ofKinds('violation'),
  {
    table: 'reading_cells',
    without: (connection, server) => {
      const conditions = new Set(connection.numbers('SELECT id FROM conditions WHERE server = ?', server));
      return (packed) => withoutConditions(packed, conditions);
    },
  },
  {
    table: 'traffic_cells',
    without: (_, server) => (packed) => withoutServer(packed, server),
  },
];

/** Removes a server from the cells after `cell`, as far as a piece goes. Returns the last one. */
function uncount(connection: Connection, { server, cell }: Forgotten): readonly number[] {
  const rests = CELLS.map(({ without }) => without(connection, server));
  let [place = 0, ...key] = cell;
  for (let bytes = 0; bytes < CELL_BYTES; ) {
    const [cells, rest] = [CELLS[place], rests[place]];
    if (cells === undefined || rest === undefined) break;
    const next = uncountNext(connection, cells.table, key, rest);
    if (next === undefined) [place, key] = [place + 1, []];
    else {
      key = next.key;
      bytes += next.length + CELL_COST;
    }
  }
  return [place, ...key];
}

/** Replaces the cell after that with `key`, the first if it is empty. Returns its key and former length. */
function uncountNext(
  connection: Connection,
  table: PackedTable,
  key: readonly number[],
  rest: (packed: Uint8Array) => Uint8Array,
): { readonly key: number[]; readonly length: number } | undefined {
  const keys = ['tier', ...PACKING[table].keys];
  const names = keys.join(', ');
  const holes = keys.map(() => '?').join(', ');
  const [found] = connection.rows<readonly [Uint8Array, ...number[]]>(
    `SELECT packed, ${names} FROM ${table} WHERE (${names}) > (${holes}) ORDER BY ${names} LIMIT 1`,
    ...(key.length === 0 ? keys.map(() => -1) : key),
  );
  if (found === undefined) return undefined;
  const [packed, ...at] = found;
  const kept = rest(packed);
  const one = `WHERE (${names}) = (${holes})`;
  if (kept.length === 0) connection.run(`DELETE FROM ${table} ${one}`, ...at);
  else if (kept.length < packed.length) connection.run(`UPDATE ${table} SET packed = ? ${one}`, kept, ...at);
  return { key: at, length: packed.length };
}

/** Removes responses of a server from its indexes, so that new responses can be given their keys. */
function unindex(connection: Connection, server: number, doomed: readonly Lodged[]): void {
  const found = `response IN (SELECT response FROM counts WHERE response IN ${LIST})`;
  const keys = list(doomed.map(({ id }) => id));
  connection.run(
    `DELETE FROM violations WHERE server = ? AND rule IN (SELECT rule FROM violation_kinds WHERE server = ?) AND ${found}`,
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

/** What one piece did; `names` is true if names are gone: the server's own or any that it left. */
export interface Piece extends Removed {
  readonly names: boolean;
}

/** Begins to forget the server with this name, as described at `Store.forget`. Call it in a transaction. */
export function forget(connection: Connection, server: string): Piece | undefined {
  const begun = begin(connection, wellFormed(server));
  const piece = forgetRest(connection, server);
  return piece && { ...piece, names: piece.names || begun };
}

/** Removes a piece of what is left of servers that had the name, or of all. Call it in a transaction. */
export function forgetRest(connection: Connection, server: string | undefined): Piece | undefined {
  const name = server === undefined ? undefined : wellFormed(server);
  const [half, ...others] = beingForgotten(connection).filter(
    (each) => name === undefined || each.name === name,
  );
  if (half === undefined) return undefined;
  const piece = removePiece(connection, half);
  return { ...piece, more: piece.more || others.length > 0 };
}

/** Goes in an order in which, after a kill at any moment, the next piece can continue. */
function removePiece(connection: Connection, forgotten: Forgotten): Piece {
  const { server, cell } = forgotten;
  const responses = removeResponses(connection, server);
  const more = { responses, more: true, names: false };
  if (responses > 0) return more;
  if (cell.length === 0 && mergeMessages(connection)) return more;
  if ((cell[0] ?? 0) < CELLS.length) {
    noteForgotten(connection, { ...forgotten, cell: uncount(connection, forgotten) });
    return more;
  }
  for (const [table, key, where] of TRACES) {
    const some = `SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${TRACES_PIECE}`;
    const removed = connection.run(`DELETE FROM ${table} WHERE (${key}) IN (${some})`, server);
    if (removed > 0) return { ...more, names: true };
  }
  // Not left to the round of every minute: the disk may be too full for responses.
  if (shrink(connection)) return more;
  connection.run('DELETE FROM servers WHERE id = ?', server);
  unnoteForgotten(connection, server);
  noteStaleLog(connection);
  return { responses, more: false, names: true };
}

/** Removes responses of a server, quarantined ones included. Returns how many. */
function removeResponses(connection: Connection, server: number): number {
  const doomed = inFewBlocks([
    ...connection.all<Lodged>(
      'SELECT id, block, slot FROM responses WHERE server = ? AND place = 0 LIMIT ?',
      server,
      PIECE,
    ),
    ...connection.all<Lodged>(
      `SELECT id, block, slot FROM responses WHERE ${QUARANTINED} AND server = ? LIMIT ?`,
      server,
      PIECE,
    ),
  ]);
  if (doomed.length === 0) return 0;
  const callers = connection.numbers(
    `SELECT DISTINCT caller FROM responses WHERE id IN ${LIST}`,
    list(doomed.map(({ id }) => id)),
  );
  // What makes room goes first: the file may be full.
  unindex(connection, server, doomed);
  if (!removeRows(connection, doomed)) throw new StoreDamaged(FILE_DAMAGED);
  for (const caller of callers) seeCallerAgain(connection, caller);
  return doomed.length;
}
