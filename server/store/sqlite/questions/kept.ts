import { CursorUnreadable } from '../../faults.ts';
import type { Kept } from '../../record.ts';
import type { Page, Store } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import type { Payload } from '../rows/blocks.ts';
import { idsBeingForgotten } from '../rows/forgotten.ts';
import { keyOf, observedAt, publicId, timeOf } from '../rows/ids.ts';
import { PLACES } from '../rows/insert.ts';
import { type Lodging, MOST_UNPACKED, Unpacked } from '../rows/payloads.ts';
import { VERDICT_COLUMNS, type VerdictRow, verdictOf } from './response.ts';
import { NAMES_OF_ROW } from './stored-rows.ts';

interface KeptRow extends VerdictRow, Lodging {
  readonly delay: number;
  readonly redacted: number;
  readonly place: number;
}

/** The error groups of a response and of its members. */
const GROUPS = `SELECT g.key, g.overflow FROM responses r JOIN failure_kinds k ON k.id = r.failure
  JOIN groups g ON g.id = k.group_id WHERE r.id = ? OR r.parent = ?`;

/**
 * Responses in the order of their keys, including quarantined ones, up to `limit` or {@link MOST_UNPACKED}. Leaves out
 * those whose bytes are lost, and those being forgotten: judged by its bytes, such a response would be stored again as one
 * of the server that has the name now.
 */
export function kept(connection: Connection, { limit, cursor }: Page): Awaited<ReturnType<Store['kept']>> {
  const after = cursor === undefined ? -1 : keyOf(cursor);
  if (cursor !== undefined && after === undefined) throw new CursorUnreadable(cursor);
  const rows = connection.all<KeptRow>(
    `SELECT ${VERDICT_COLUMNS}, r.delay, r.redacted, r.block, r.slot, r.place FROM responses r ${NAMES_OF_ROW}
     WHERE r.id > ? AND r.parent IS NULL ORDER BY r.id LIMIT ?`,
    after,
    limit,
  );
  const unpacked = new Unpacked(connection);
  const forgotten = idsBeingForgotten(connection);
  const items: Kept[] = [];
  for (const [i, row] of rows.entries()) {
    const payload = forgotten.has(row.server_id) ? undefined : unpacked.read(row.id, row);
    if (payload !== undefined) items.push(keptOf(connection, row, payload));
    if (i + 1 === limit || unpacked.bytes > MOST_UNPACKED) return { items, next_cursor: publicId(row.id) };
  }
  return { items, next_cursor: null };
}

function keptOf(connection: Connection, row: KeptRow, { bytes, verdict }: Payload): Kept {
  return {
    id: publicId(row.id),
    server: row.server,
    at: timeOf(row.id),
    received_at: observedAt(row) + row.delay,
    payload: bytes,
    redacted: row.redacted,
    verdict: verdictOf(row, verdict),
    warnings: row.warnings,
    groups: groupsOf(connection, row),
  };
}

function groupsOf(connection: Connection, { id, place, category, members }: KeptRow): Kept['groups'] {
  if (place === PLACES.quarantined) return null;
  if (category === null && members === 0) return [];
  const groups = connection.all<{ key: string; overflow: number }>(GROUPS, id, id);
  return groups.some(({ overflow }) => overflow === 1) ? null : groups.map(({ key }) => key);
}
