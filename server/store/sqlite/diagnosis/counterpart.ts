import { readCapture } from '../../../../shared/capture.ts';
import { groupsOf } from '../../../../shared/fingerprint.ts';
import { OVERFLOW } from '../../../../shared/overflow.ts';
import { CATALOGUE_VERSION } from '../../../../shared/rules/index.ts';
import { MARKER } from '../../../../shared/secrets.ts';
import { cut } from '../../../../shared/text/cut.ts';
import { toolOf } from '../../../../shared/tools.ts';
import { LONGEST_NAME, type Verdict } from '../../../../shared/verdict.ts';
import type { ResponseRecord } from '../../record.ts';
import { KnownIds } from '../append/known-ids.ts';
import { memberRowsOf, rowOf } from '../append/response-rows.ts';
import { findingsOf, NO_FINDINGS } from '../cells/counting.ts';
import type { Connection } from '../file/connection.ts';
import { LIST, list } from '../file/sql.ts';
import { wellFormedOrNull } from '../file/words.ts';
import { NO_COUNTS, packCounts, type ResponseCounts, unpackCounts } from '../packed/response-counts.ts';
import { VERDICT_COLUMNS, type VerdictRow, verdictOf } from '../questions/response.ts';
import { NAMES_OF_ROW } from '../questions/stored-rows.ts';
import type { Payload } from '../rows/blocks.ts';
import type { Captures } from '../rows/captures.ts';
import { MOST_KINDS, NONE } from '../rows/dictionaries.ts';
import { observedAt } from '../rows/ids.ts';
import { PLACES, valuesOf } from '../rows/insert.ts';
import type { Lodged } from '../rows/payloads.ts';
import type { Keyed } from '../upkeep/withdrawal.ts';

/** A stored response, with the names that it refers to. */
export interface HeldRow extends VerdictRow, Lodged {
  readonly place: number;
  readonly delay: number;
  readonly redacted: number;
  readonly catalogue: number;
  /** Digest of its capture's id, if that has one. */
  readonly capture: number | null;
  readonly session: number | null;
  readonly session_server: number | null;
  readonly session_name: string | null;
  /** What it counts for; null if it has no findings. */
  readonly packed: Uint8Array | null;
}

/** Reads responses in the order of their keys, but those of which a name is lost. */
export function heldRows(connection: Connection, keys: readonly number[]): readonly HeldRow[] {
  return connection.all<HeldRow>(
    `SELECT ${VERDICT_COLUMNS}, r.place, r.delay, r.redacted, r.catalogue, r.capture, r.block, r.slot,
       r.session, se.server AS session_server, se.name AS session_name, n.packed
     FROM ${LIST} k CROSS JOIN responses r ON r.id = k.value ${NAMES_OF_ROW}
       LEFT JOIN sessions se ON se.id = r.session LEFT JOIN counts n ON n.response = r.id`,
    list(keys),
  );
}

/** Servers of which something stands under the name of all beyond a cap: not all that they said has its own entry. */
const CROWDED = `SELECT id FROM servers WHERE name = $overflow
  UNION SELECT server FROM sources WHERE version = $overflow
  UNION SELECT server FROM operations WHERE name = $overflow
  UNION SELECT server FROM groups WHERE overflow = 1
  UNION SELECT server FROM items WHERE name = $overflow
  UNION SELECT server FROM conditions WHERE name = $overflow
  UNION SELECT server FROM warning_kinds WHERE code = $overflow
  UNION SELECT r.server FROM responses r JOIN callers c ON c.id = r.caller AND c.client = $overflow
  UNION SELECT r.server FROM responses r JOIN contexts x ON x.id = r.context AND x.tool = $overflow
  UNION SELECT r.server FROM responses r JOIN faults f ON f.id = r.fault AND f.code = $overflow
  UNION SELECT server FROM violation_kinds GROUP BY 1 HAVING count(*) >= ${MOST_KINDS}
  UNION SELECT server FROM failure_kinds GROUP BY 1 HAVING count(*) >= ${MOST_KINDS}`;

/** Compares what is stored of responses with what would be stored now of their captures, as they were judged. */
export class Counterparts {
  readonly #connection: Connection;
  readonly #captures: Captures;
  readonly #known: KnownIds;
  readonly #crowded: ReadonlySet<number>;

  constructor(connection: Connection, captures: Captures) {
    this.#connection = connection;
    this.#captures = captures;
    this.#known = new KnownIds(connection, { creates: false });
    this.#crowded = new Set(connection.numbers(CROWDED, { overflow: OVERFLOW }));
  }

  /** True also where nothing can be told: an earlier catalogue counted otherwise, and a secret may be part of a name. */
  isSame(row: HeldRow, value: unknown, payload: Payload): boolean {
    if (row.catalogue !== CATALOGUE_VERSION || this.#crowded.has(row.server_id)) return true;
    const record = recordOf(row, value, payload);
    if (record === undefined) return row.redacted > 0;
    if (row.redacted > 0 && JSON.stringify([record.facts, record.verdict.tool]).includes(MARKER)) return true;
    const { facts, verdict } = record;
    const { dictionaries } = this.#known;
    const ids = this.#known.of(record);
    const quarantined = row.place === PLACES.quarantined;
    const findings = quarantined ? NO_FINDINGS : findingsOf(dictionaries, record, ids);
    const isOfSession =
      wellFormedOrNull(facts.session) === row.session_name &&
      (row.session === null || row.session_server === row.server_id);
    const session = isOfSession ? row.session : NONE;
    const capture = facts.id === undefined ? null : this.#captures.digest(facts.server, facts.id);
    const place = { key: row.id, shift: row.shift, quarantined, lodging: row, capture };
    const own = rowOf(dictionaries, record, ids, findings, place, session);
    const stood = row.members === 0 ? [] : this.#membersOf(row.id);
    if (stood.length !== verdict.members.length) return false;
    const members = memberRowsOf(
      dictionaries,
      record,
      ids,
      findings,
      own,
      (i) => stood[i] ?? { key: NONE, shift: 0 },
    );
    return (
      this.#isStored(valuesOf(record, ids, own)) &&
      members.every((member, i) => {
        // Reinspection notes the catalogue of a batch only with the batch, unless a verdict changes.
        const judged = { ...record, catalogue: stood[i]?.catalogue ?? row.catalogue };
        return this.#isStored(valuesOf(judged, ids, member));
      }) &&
      isEqual(row.packed, findings.counts)
    );
  }

  #membersOf(key: number): readonly (Keyed & { readonly catalogue: number })[] {
    return this.#connection.all(
      'SELECT id AS key, shift, catalogue FROM responses WHERE parent = ? ORDER BY id',
      key,
    );
  }

  /** Values are in the order of the table's columns, the first of which is its key. */
  #isStored(values: readonly (string | number | null)[]): boolean {
    const text = 'SELECT * FROM responses WHERE id = ?';
    const [stored = []] = this.#connection.rows<readonly unknown[]>(text, values[0]);
    return stored.length === values.length && values.every((value, i) => value === stored[i]);
  }
}

function isEqual(stored: Uint8Array | null, counts: ResponseCounts): boolean {
  if (stored === null || counts === NO_COUNTS) return stored === null && counts === NO_COUNTS;
  const packed = packCounts(counts);
  return Buffer.compare(stored, packed) === 0 || Buffer.compare(packCounts(whole(stored)), packed) === 0;
}

/** Counts with the times at which quotas begin anew, which earlier schemas did not store. */
function whole(stored: Uint8Array): ResponseCounts {
  const { quotas, ...counts } = unpackCounts(stored);
  return {
    ...counts,
    quotas: quotas.map(([condition, current, warn, pause, hardStop, quota, resetsAt = null]) => {
      return [condition, current, warn, pause, hardStop, quota, resetsAt] as const;
    }),
  };
}

/** What was stored; undefined if what is left of the capture is none. */
function recordOf(row: HeldRow, value: unknown, payload: Payload): ResponseRecord | undefined {
  const observed_at = observedAt(row);
  const { capture } = readCapture(value, { server: row.server, observed_at });
  if (capture === undefined) return undefined;
  const { response: _response, params: _params, ...facts } = capture;
  const stored = verdictOf(row, payload.verdict);
  const clipped = (name: string | null) => (name === null ? null : cut(name, LONGEST_NAME));
  const verdict: Verdict = {
    ...stored,
    tool: clipped(toolOf(capture)),
    operation: clipped(capture.operation ?? stored.operation),
  };
  return {
    facts: { ...facts, observed_at, received_at: observed_at + row.delay },
    payload: payload.bytes,
    redacted: row.redacted,
    catalogue: row.catalogue,
    verdict,
    groups: groupsOf(capture.server, verdict),
  };
}
