import { POSSIBLE } from '../../answers/quarantine.ts';
import type { Connection } from '../file/connection.ts';
import { readMeta, writeMeta } from '../file/meta.ts';

/** Keys count milliseconds from here, so that until 2054 they are below 2^47: six bytes in an index. */
const EPOCH = POSSIBLE.first;
/** Keys per millisecond. */
export const SLOTS = 128;
/** Maximum number of milliseconds remembered. */
const REMEMBERED = 4096;

/** The smallest key of a millisecond; `[from, to)` has the keys from `keyAt(from)` to below `keyAt(to)`. */
export function keyAt(ms: number): number {
  return (Math.min(Math.max(Math.floor(ms), EPOCH), POSSIBLE.last) - EPOCH) * SLOTS;
}

/** The millisecond of a key: the time of observation plus the row's `shift`. */
export function timeOf(key: number): number {
  return Math.floor(key / SLOTS) + EPOCH;
}

/** When the response of a row was observed, epoch ms. */
export function observedAt({ id, shift }: { readonly id: number; readonly shift: number }): number {
  return timeOf(id) - shift;
}

/** The first millisecond that has no key below `key`. */
export function firstWhole(key: number): number {
  return timeOf(key - 1) + 1;
}

/** The opaque public id of a key. */
export function publicId(key: number): string {
  return key.toString(36);
}

/** The key of a public id; undefined if the string is not one. */
export function keyOf(id: string): number | undefined {
  if (!/^[0-9a-z]{1,11}$/.test(id)) return undefined;
  const key = Number.parseInt(id, 36);
  return Number.isSafeInteger(key) && publicId(key) === id ? key : undefined;
}

/**
 * Assigns keys in time order. If a millisecond is full, the key is taken from the next with room; the row
 * stores the difference as its `shift`, and a search by time must look beyond its end by the largest shift
 * ever assigned.
 *
 * What does not fit into its millisecond is therefore listed among the next ones: the log, its cursors and
 * every index are in the order of keys. Where a later millisecond already had responses, those taken up after
 * them are listed above them, too early by their shift. It cannot be helped here: no key is free between two
 * milliseconds, an id once told is never changed, and wider keys would cost each of a dozen indexes two bytes
 * a response. Nor in the log: a page in the order of observation would have to look, before it shows a row,
 * through all keys up to the largest shift above it, which may be those of 100,000 responses imported with one
 * time. Figures are not concerned: they go by the time of observation.
 *
 * The key of a response that was removed with its server is not assigned again while its millisecond is
 * remembered. After a restart, a failed transaction or REMEMBERED other milliseconds it may be, to a response
 * observed in the same millisecond: the file does not tell how many were there, and would have to keep a row
 * for each millisecond of a server of which nothing is to remain.
 */
export class KeyAllocator {
  readonly #connection: Connection;
  readonly #used = new Map<number, number>();
  /** For a full millisecond, the first later one that may have room. */
  readonly #room = new Map<number, number>();
  #newest: number;
  #maxShift: number;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#newest = connection.first('SELECT max(id) FROM responses') ?? -1;
    this.#maxShift = maxShift(connection);
  }

  /** Returns a free key for a response observed at `ms`, and how many ms later than `ms` it is. */
  next(ms: number): { readonly key: number; readonly shift: number } {
    for (let at = this.#room.get(ms) ?? ms; ; at++) {
      const used = this.#used.get(at) ?? this.#usedInFile(at);
      if (used < SLOTS) {
        remember(this.#used, at, used + 1);
        if (at > ms) remember(this.#room, ms, at);
        const key = keyAt(at) + used;
        if (key > this.#newest) this.#newest = key;
        if (at - ms > this.#maxShift) this.#raiseShift(at - ms);
        return { key, shift: at - ms };
      }
    }
  }

  #usedInFile(ms: number): number {
    const start = keyAt(ms);
    if (start > this.#newest) return 0;
    const newest = this.#connection.first(
      'SELECT max(id) FROM responses WHERE id >= ? AND id < ?',
      start,
      start + SLOTS,
    );
    return newest === undefined ? 0 : newest - start + 1;
  }

  #raiseShift(shift: number): void {
    this.#maxShift = shift;
    writeMeta(this.#connection, 'max_shift', shift);
  }
}

function remember(map: Map<number, number>, ms: number, value: number): void {
  if (map.size >= REMEMBERED && !map.has(ms)) map.clear();
  map.set(ms, value);
}

/** The largest difference, in ms, between the time of a key and its row's time of observation. */
export function maxShift(connection: Connection): number {
  return readMeta(connection, 'max_shift') ?? 0;
}
