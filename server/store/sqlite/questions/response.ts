import type { ResponseDetail } from '../../../../shared/api/responses.ts';
import { iso } from '../../../../shared/time/instant.ts';
import type { Verdict } from '../../../../shared/verdict.ts';
import { memberVerdict } from '../../answers/batch-member.ts';
import { FILE_DAMAGED, StoreDamaged } from '../../faults.ts';
import type { Connection } from '../file/connection.ts';
import { categoryOf, dialectOf, outcomeOf } from '../file/words.ts';
import { Captures } from '../rows/captures.ts';
import { keyOf, observedAt, publicId } from '../rows/ids.ts';
import { PLACES } from '../rows/insert.ts';
import { type Lodging, readPayload, Unpacked } from '../rows/payloads.ts';
import { type PlainVerdict, unpackVerdict } from '../rows/verdicts.ts';
import { NAMES_OF_ROW, ROW_COLUMNS, responseRow, type StoredRow } from './stored-rows.ts';

/** What a verdict consists of, besides what is stored with the bytes. */
export interface VerdictRow extends StoredRow {
  readonly carrier: Verdict['carrier'];
  readonly decided_by: Verdict['decided_by'];
  readonly is_error: number | null;
  readonly proven: number;
}

export const VERDICT_COLUMNS = `${ROW_COLUMNS}, x.carrier, x.decided_by, x.is_error, x.proven`;

interface DetailRow extends VerdictRow, Lodging {
  readonly delay: number;
  readonly client_version: string | null;
  readonly session_id: number | null;
  readonly session: string | null;
  readonly request_id: string | null;
  readonly transport: string | null;
  readonly method: string | null;
  readonly redacted: number;
  readonly catalogue: number;
  readonly group_id: number | null;
}

/** A quarantined response has no place among those of its session. */
const DETAIL = `SELECT ${VERDICT_COLUMNS}, r.delay, c.version AS client_version,
    iif(r.place = ${PLACES.quarantined}, NULL, r.session) AS session_id, se.name AS session, r.request_id, x.transport, x.method, r.block, r.slot, r.redacted, r.catalogue, fk.group_id
  FROM responses r ${NAMES_OF_ROW} LEFT JOIN sessions se ON se.id = r.session
    LEFT JOIN failure_kinds fk ON fk.id = r.failure
  WHERE r.id = ?`;

/** Returns a response in full, or a batch member with its parent's bytes and context; undefined if none. */
export function response(connection: Connection, id: string): ResponseDetail | undefined {
  const key = keyOf(id);
  if (key === undefined || connection.first('SELECT 1 FROM responses WHERE id = ?', key) === undefined)
    return undefined;
  const row = connection.get<DetailRow>(DETAIL, key);
  if (row === undefined) throw lost(`A name of response ${id} is not stored`);
  const holder = row.parent === null ? row : connection.get<DetailRow>(DETAIL, row.parent);
  if (holder === undefined) throw lost(`The batch of response ${id} is not stored`);
  const payload = readPayload(connection, holder.id, holder);
  if (payload === undefined) throw lost(`The bytes of response ${id} are not stored`);
  const verdict = verdictOf(holder, payload.verdict);
  const member = row === holder ? undefined : verdict.members[membersBefore(connection, row)];
  return {
    ...responseRow(row),
    received_at: iso(observedAt(holder) + holder.delay),
    client_version: holder.client_version,
    session: holder.session,
    request_id: holder.request_id,
    transport: holder.transport,
    method: holder.method,
    raw: Buffer.from(payload.bytes).toString('utf8'),
    redacted: holder.redacted,
    catalogue: holder.catalogue,
    verdict: withEarlier(connection, holder, member === undefined ? verdict : memberVerdict(verdict, member)),
    group: row.group_id === null ? null : publicId(row.group_id),
    children: connection
      .all<StoredRow>(
        `SELECT ${ROW_COLUMNS} FROM responses r ${NAMES_OF_ROW} WHERE r.parent = ? ORDER BY r.id`,
        row.id,
      )
      .map(responseRow),
    pointer: member?.pointer ?? '',
    ...neighbours(connection, holder),
  };
}

/** What is missing of a response that is stored. */
export function lost(what: string): StoreDamaged {
  return new StoreDamaged(FILE_DAMAGED, { cause: new Error(what) });
}

/** Returns the verdict on a response, from its row and what is stored with its bytes. */
export function verdictOf(row: VerdictRow, rest: Uint8Array): Verdict {
  const plain: PlainVerdict = {
    tool: row.tool,
    operation: row.operation,
    dialect: dialectOf(row.dialect),
    decided_by: row.decided_by,
    carrier: row.carrier,
    outcome: outcomeOf(row.outcome),
    code: row.code,
    category: row.category === null ? null : categoryOf(row.category),
    message: row.message,
    masked: row.masked === 1,
    is_error: row.is_error === null ? null : row.is_error === 1,
    proven: row.proven === 1,
  };
  return unpackVerdict(plain, rest);
}

/** Index of a batch member among those of its batch, as in the verdict. */
export function membersBefore(
  connection: Connection,
  { id, parent }: Pick<StoredRow, 'id' | 'parent'>,
): number {
  return connection.number('SELECT count(*) FROM responses WHERE parent = ? AND id < ?', parent, id);
}

/** Replaces the ids of earlier responses with those that they are stored under, if they are. */
function withEarlier(connection: Connection, { server, server_id }: StoredRow, verdict: Verdict): Verdict {
  if (verdict.violations.every(({ earlier }) => earlier === undefined)) return verdict;
  const captures = new Captures(connection);
  const unpacked = new Unpacked(connection);
  const violations = verdict.violations.map(({ earlier, ...violation }) => {
    if (earlier === undefined) return violation;
    const key = captures.find(earlier, captures.digest(server, earlier), unpacked, server_id);
    return key === undefined ? violation : { ...violation, earlier: publicId(key) };
  });
  return { ...verdict, violations };
}

/** Responses of a session counted on either side of one, at most, to tell its position. */
const COUNTED_NEIGHBOURS = 10_000;

function neighbours(
  connection: Connection,
  { id, session_id }: DetailRow,
): Pick<ResponseDetail, 'previous' | 'next' | 'position'> {
  if (session_id === null) return { previous: null, next: null, position: null };
  const one = (text: string) => {
    const key = connection.first(text, session_id, id);
    return key === undefined ? null : publicId(key);
  };
  const inSession = 'FROM responses WHERE session = ? AND place = 0 AND session IS NOT NULL';
  const count = (where: string) =>
    connection.number(
      `SELECT count(*) FROM (SELECT 1 ${inSession} AND ${where} LIMIT ${COUNTED_NEIGHBOURS})`,
      session_id,
      id,
    );
  const before = count('id < ?');
  const from = count('id >= ?');
  const exact = before < COUNTED_NEIGHBOURS && from < COUNTED_NEIGHBOURS;
  return {
    previous: one(`SELECT id ${inSession} AND id < ? ORDER BY id DESC LIMIT 1`),
    next: one(`SELECT id ${inSession} AND id > ? ORDER BY id LIMIT 1`),
    position: exact ? { index: before, count: before + from } : null,
  };
}
