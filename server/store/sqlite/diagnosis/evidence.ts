import { isObject, jsonIn } from '../../../../shared/json/value.ts';
import { OVERFLOW } from '../../../../shared/overflow.ts';
import { MARKER } from '../../../../shared/secrets.ts';
import { rfc3339 } from '../../../../shared/time/instant.ts';
import type { Connection } from '../file/connection.ts';
import { storeError } from '../file/faults.ts';
import { readMeta } from '../file/meta.ts';
import { wellFormed } from '../file/words.ts';
import { Captures } from '../rows/captures.ts';
import { idsBeingForgotten } from '../rows/forgotten.ts';
import { observedAt } from '../rows/ids.ts';
import { type Lodged, Unpacked } from '../rows/payloads.ts';
import { Counterparts, type HeldRow, heldRows } from './counterpart.ts';
import { faultOf } from './fault.ts';

/** Responses at a time, to be compared in the order of their blocks, so that most blocks are unpacked once or twice. */
const PIECE = 20_000;
/** Rows in memory, with their names. */
const ROWS = 250;

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Compares responses with the captures that are stored for them, some at a time. */
export class Evidence {
  readonly #connection: Connection;
  #seen = 0;
  #last = -1;
  #lost = 0;
  #garbled = 0;
  #strange = 0;
  #otherwise = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Compares the next rows. Returns which part of all was compared, from 0 to 1; undefined if none were left. */
  next(): number | undefined {
    const connection = this.#connection;
    const next = connection.all<Lodged>(
      'SELECT id, block, slot FROM responses WHERE id > ? AND parent IS NULL ORDER BY id LIMIT ?',
      this.#last,
      PIECE,
    );
    const last = next.at(-1);
    if (last === undefined) return undefined;
    const forgotten = idsBeingForgotten(connection);
    const unpacked = new Unpacked(connection);
    const captures = new Captures(connection);
    const counterparts = new Counterparts(connection, captures);
    const keys = next
      .toSorted((a, b) => (a.block ?? 0) - (b.block ?? 0) || a.slot - b.slot)
      .map(({ id }) => id);
    for (let start = 0; start < keys.length; start += ROWS)
      for (const row of heldRows(connection, keys.slice(start, start + ROWS)))
        if (!forgotten.has(row.server_id)) this.#compare(row, unpacked, captures, counterparts);
    this.#last = last.id;
    this.#seen += next.length;
    return Math.min(1, this.#seen / (readMeta(connection, 'responses') ?? this.#seen));
  }

  #compare(row: HeldRow, unpacked: Unpacked, captures: Captures, counterparts: Counterparts): void {
    try {
      const payload = unpacked.read(row.id, row);
      // What the file does not hold at all is told by the table of responses.
      if (payload === undefined) return;
      const { bytes } = payload;
      const capture = jsonIn(UTF8.decode(bytes));
      if (capture === undefined) this.#garbled++;
      else if (bytes.byteLength !== row.size || !isOf(row, capture, captures)) this.#strange++;
      else if (!counterparts.isSame(row, capture, payload)) this.#otherwise++;
    } catch (error) {
      // Not of the file, whose own damage ends the pass, but of a block or a verdict.
      if (storeError(error) !== error) throw error;
      this.#lost++;
    }
  }

  faults(): readonly string[] {
    return [
      ...faultOf('captures that cannot be unpacked, or whose verdicts cannot be read', this.#lost),
      ...faultOf('captures that are not JSON', this.#garbled),
      ...faultOf('captures that are not those of their responses', this.#strange),
      ...faultOf('responses that are stored otherwise than their captures and verdicts say', this.#otherwise),
    ];
  }
}

/** False if a capture says another time, server or id than its row has. Names in which secrets were replaced say nothing. */
function isOf(row: HeldRow, capture: unknown, captures: Captures): boolean {
  if (!isObject(capture) || capture.response === undefined) return false;
  const { server = row.server, id, observed_at } = capture;
  const at = momentOf(observed_at);
  if (at !== undefined && at !== observedAt(row)) return false;
  if (typeof server !== 'string' || server.includes(MARKER)) return true;
  if (row.server === OVERFLOW) return true;
  if (wellFormed(server) !== row.server) return false;
  if (typeof id !== 'string' || id.includes(MARKER)) return true;
  return row.capture === null || row.capture === captures.digest(server, id);
}

function momentOf(time: unknown): number | undefined {
  return typeof time === 'string' ? rfc3339(time) : typeof time === 'number' ? Math.trunc(time) : undefined;
}
