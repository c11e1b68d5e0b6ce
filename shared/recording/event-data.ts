import { LONGEST_PIECE } from './piece.ts';

/** A field of a server-sent event and its value; a comment has the field '' (WHATWG HTML 9.2.6). */
export const FIELD = /^(data|event|id|retry|): ?(.*)$/s;

/** Bytes that a line takes in memory besides its text, about: an event may consist of millions of short ones. */
const LINE_COST = 32;

/** Collects the data of one event; discards them once they are too long. */
export class EventData {
  #lines: string[] = [];
  /** UTF-16 units so far, and what the lines take. */
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(line: string): void {
    this.#length += line.length + LINE_COST;
    if (this.#length > LONGEST_PIECE) this.#lines = [];
    else this.#lines.push(line);
  }

  /** Discards all data of this event, as a line of it could not be read. */
  spoil(): void {
    this.#lines = [];
    this.#length = Number.POSITIVE_INFINITY;
  }

  /** Returns the data, undefined if they were discarded. Starts anew. */
  take(): string | undefined {
    const text = this.#length > LONGEST_PIECE ? undefined : this.#lines.join('\n');
    this.#lines = [];
    this.#length = 0;
    return text;
  }
}
