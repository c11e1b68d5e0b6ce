import type { Level, Verdict, Warning } from '../../../../shared/verdict.ts';
import { listedMessage, mostUrgent, requestIdOf } from '../../answers/listed.ts';
import type { ResponseRecord } from '../../record.ts';
import type { Connection } from '../file/connection.ts';
import { wellFormed, wellFormedOrNull } from '../file/words.ts';
import type { Lodging } from './payloads.ts';

/** What a row is: a response, a batch member under one, or a response quarantined for its time. */
export const PLACES = { response: 0, member: 1, quarantined: 2 } as const;

/** Selects quarantined responses, but not the members of their batches. */
export const QUARANTINED = `place = ${PLACES.quarantined} AND parent IS NULL`;

/** Ids that a response and its members share. */
interface SharedIds {
  readonly server: number;
  readonly source: number;
  readonly caller: number;
  readonly context: number;
}

export interface RowColumns {
  readonly key: number;
  readonly shift: number;
  readonly place: number;
  readonly operation: number;
  readonly outcome: number;
  readonly fault: number;
  readonly failure: number | null;
  readonly parent: number | null;
  readonly position: number | null;
  readonly duration: number | null;
  readonly said: Pick<Verdict, 'message' | 'masked' | 'warnings'>;
  /** Those that it counts for. */
  readonly warnings: readonly Warning[];
  readonly levels: Readonly<Record<Level, number>>;
  readonly members: number;
  /** A member's payload is its parent's. */
  readonly lodging: Lodging;
  /** Its session, and the digest of its capture id; a member has neither. */
  readonly session: number | null;
  readonly capture: number | null;
}

const INSERT_ROW = `INSERT INTO responses VALUES (${Array(31).fill('?').join(', ')})`;

/** The values of the row of a response or batch member, in the order of the table's columns. */
export function valuesOf(
  record: ResponseRecord,
  { server, source, caller, context }: SharedIds,
  row: RowColumns,
): readonly (string | number | null)[] {
  const { facts, payload, redacted, catalogue } = record;
  const own = row.parent === null;
  const requestId = own ? requestIdOf(record) : null;
  const message = row.said.message === null ? null : wellFormed(listedMessage(row.said.message));
  return [
    row.key,
    row.shift,
    row.place,
    server,
    source,
    row.operation,
    caller,
    context,
    row.outcome,
    row.fault,
    row.failure,
    mostUrgent(row.warnings),
    row.warnings.length,
    row.levels.must,
    row.levels.should,
    row.levels.info,
    Number(row.said.masked),
    row.duration,
    payload.byteLength,
    row.members,
    row.parent,
    row.position,
    own ? redacted : 0,
    catalogue,
    facts.received_at - facts.observed_at,
    row.lodging.block,
    row.lodging.slot,
    row.session,
    wellFormedOrNull(requestId),
    row.capture,
    message,
  ];
}

/** Writes the row of a response or batch member, and its words for the search. */
export function insertRow(
  connection: Connection,
  record: ResponseRecord,
  ids: SharedIds,
  row: RowColumns,
): void {
  connection.run(INSERT_ROW, ...valuesOf(record, ids, row));
  const words = [row.said.message, ...row.said.warnings.map((warning) => warning.message)].filter(
    (text) => text !== null,
  );
  if (words.length > 0 && row.place !== PLACES.quarantined)
    connection.run('INSERT INTO messages (rowid, text) VALUES (?, ?)', row.key, wellFormed(words.join('\n')));
}
