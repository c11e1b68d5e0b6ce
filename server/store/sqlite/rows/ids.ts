import type { Connection } from '../file/connection.ts';

/** Keys count milliseconds from here, which keeps them below 2^47, six bytes in an index, until 2054. */
export const EPOCH = Date.UTC(2020, 0, 1);
/** Keys a millisecond. */
export const SLOTS = 128;
const LAST = EPOCH + 2 ** 40 - 1;
/** Milliseconds remembered at once. */
const REMEMBERED = 4096;

/** The smallest key of a millisecond; the keys of `[from, to)` are those from `keyAt(from)` to below `keyAt(to)`. */
export function keyAt(ms: number): number {
  return (Math.min(Math.max(Math.floor(ms), EPOCH), LAST) - EPOCH) * SLOTS;
}

/** The millisecond that a key stands in: the time of observation plus the row's `shift`. */
export function timeOf(key: number): number {
  return Math.floor(key / SLOTS) + EPOCH;
}

/** The first millisecond of which no key stands below `key`. */
export function firstWhole(key: number): number {
  return timeOf(key - 1) + 1;
}

/** True where a key can hold the time. */
export function representable(ms: number): boolean {
  return ms >= EPOCH && ms <= LAST;
}

/** The opaque public id of a key. */
export function publicId(key: number): string {
  return key.toString(36);
}

/** The key of a public id; undefined for a string that is none. */
export function keyOf(id: string): number | undefined {
  if (!/^[0-9a-z]{1,11}$/.test(id)) return undefined;
  const key = Number.parseInt(id, 36);
  return Number.isSafeInteger(key) && publicId(key) === id ? key : undefined;
}

/**
 * Gives out keys in time order. A millisecond that is full spills into the next with room; the row then keeps the
 * difference as its `shift`, and the largest shift ever given is what a search by time must look beyond its end.
 */
export class KeyAllocator {
  readonly #connection: Connection;
  readonly #used = new Map<number, number>();
  /** For a millisecond that is full, the first after it that may have room. */
  readonly #room = new Map<number, number>();
  #newest = -1;
  #maxShift = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.reset();
  }

  /** Reads the state from the file again: at the start and after a rollback. */
  reset(): void {
    this.#used.clear();
    this.#room.clear();
    this.#newest =
      this.#connection.get<{ id: number | null }>('SELECT max(id) AS id FROM responses')?.id ?? -1;
    this.#maxShift = maxShift(this.#connection);
  }

  /** A free key for a response observed at `ms`, and how many milliseconds later than `ms` it stands. */
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
    const newest = this.#connection.get<{ id: number | null }>(
      'SELECT max(id) AS id FROM responses WHERE id >= ? AND id < ?',
      start,
      start + SLOTS,
    )?.id;
    return newest === null || newest === undefined ? 0 : newest - start + 1;
  }

  #raiseShift(shift: number): void {
    this.#maxShift = shift;
    this.#connection.run("INSERT OR REPLACE INTO meta VALUES ('max_shift', ?)", shift);
  }
}

function remember(map: Map<number, number>, ms: number, value: number): void {
  if (map.size >= REMEMBERED && !map.has(ms)) map.clear();
  map.set(ms, value);
}

/** The largest difference, in ms, between the time of a key and the time of observation of its row. */
export function maxShift(connection: Connection): number {
  return connection.get<{ value: number }>("SELECT value FROM meta WHERE name = 'max_shift'")?.value ?? 0;
}
