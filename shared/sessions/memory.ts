import { isObject } from '../json/value.ts';

/** Names a response in findings: its place in a recording, or the id under which it is stored. */
export type ResponseRef = string | number;

/** What the fold remembers under one key. */
export interface Remembered {
  /** The newest response that had `value`. */
  readonly ref: ResponseRef;
  readonly value: string;
  /** Values that were reported or seen before; at most {@link MOST_KNOWN}. */
  readonly known: readonly string[];
}

/** Values that are known of one key. */
export const MOST_KNOWN = 16;

/** Number of keys that are remembered; the least recently seen is forgotten first. */
const MOST_REMEMBERED = 10_000;

/** A key within the newest eighth keeps its place: moving it costs more than everything else done with it. */
const NEWEST_SHARE = 1 / 8;

interface Entry extends Remembered {
  /** Number of the move that made it the newest. */
  readonly move: number;
}

/** The state of the fold across responses: bounded, and saved as plain JSON. */
export class Memory {
  /** Number of keys that had to be forgotten since it was made; what they would have shown is not reported. */
  forgotten = 0;
  /** Grows whenever something is learnt, except for a newer response with the same value: what was saved is then stale. */
  revision = 0;
  /** Least recently seen first, to within an eighth of the memory. */
  readonly #entries = new Map<string, Entry>();
  #moves = 0;
  readonly #most: number;

  constructor(most: number = MOST_REMEMBERED) {
    this.#most = most;
  }

  recall(key: string): Remembered | undefined {
    return this.#entries.get(key);
  }

  remember(key: string, { ref, value, known }: Remembered): void {
    const before = this.#entries.get(key);
    if (before === undefined || before.value !== value || before.known !== known) this.revision += 1;
    const stays = before !== undefined && this.#moves - before.move < this.#most * NEWEST_SHARE;
    if (!stays) this.#entries.delete(key);
    const move = stays ? before.move : ++this.#moves;
    this.#entries.set(key, { ref, value, known, move });
    if (this.#entries.size <= this.#most) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      this.forgotten += 1;
      return;
    }
  }

  /** Forgets every key for which `isOf` holds. */
  drop(isOf: (key: string, remembered: Remembered) => boolean): void {
    for (const [key, entry] of this.#entries) {
      if (!isOf(key, entry)) continue;
      this.#entries.delete(key);
      this.revision += 1;
    }
  }

  /** Plain JSON that {@link restored} reads back. */
  save(): unknown {
    const entries = [...this.#entries].map(([key, { ref, value, known }]) => [key, ref, value, known]);
    return { version: VERSION, entries };
  }
}

const VERSION = 3;

/** The memory that {@link Memory.save} returned; an empty one for anything else, which is then stale. */
export function restored(saved: unknown): Memory {
  const memory = new Memory();
  if (saved === undefined) return memory;
  if (!isObject(saved) || saved.version !== VERSION || !Array.isArray(saved.entries)) {
    memory.revision = 1;
    return memory;
  }
  for (const item of saved.entries) {
    if (!Array.isArray(item)) continue;
    const [key, ref, value, known]: readonly unknown[] = item;
    if (typeof key !== 'string' || typeof value !== 'string' || !Array.isArray(known)) continue;
    if (typeof ref !== 'string' && typeof ref !== 'number') continue;
    memory.remember(key, { ref, value, known: known.filter((word) => typeof word === 'string') });
  }
  memory.revision = 0;
  return memory;
}
