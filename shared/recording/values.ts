import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  isSpace,
  NEWLINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '../json/units.ts';
import type { Piece } from './piece.ts';

/** Holds the parts of one piece, whose chunks are bytes of UTF-8 or UTF-16 units. */
export interface Holding<Chunk> {
  /** Keeps a chunk from `start` to its end. */
  add(chunk: Chunk, start: number): void;
  /** The piece of what was kept and of `last` from `start` to `end`; there is no `last` if nothing follows. Starts anew. */
  take(line: number, last?: Chunk, start?: number, end?: number): Piece;
}

/**
 * Splits JSON that is not one value per line into values, regardless of chunk boundaries; buffers at most one value. Of a text
 * that is an array the pieces are its elements, numbered from 1; in any other, a value is numbered by the line it starts on.
 * Brackets are counted, not paired: whoever parses a piece finds out that it is not JSON.
 */
export class ValueSplitter<Chunk extends ArrayLike<number>> {
  readonly #held: Holding<Chunk>;
  readonly #emit: (piece: Piece) => void;
  readonly #isArray: boolean;
  #line = 1;
  #elements = 0;
  #within = false;
  /** A comma of the array came last, so that a value must follow. */
  #due = false;
  /** The array ended on this line. Another one may follow on the next: a batch of messages is a line. */
  #ended = false;
  /** Of the value that is open; 0 where none is. */
  #number = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  constructor(held: Holding<Chunk>, emit: (piece: Piece) => void, isArray: boolean) {
    this.#held = held;
    this.#emit = emit;
    this.#isArray = isArray;
  }

  push(chunk: Chunk): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === NEWLINE) {
        this.#line += 1;
        this.#ended = false;
      }
      if (this.#inString) {
        this.#inside(byte);
        continue;
      }
      if (this.#number === 0) {
        if (isSpace(byte) || this.#between(byte)) continue;
        // Lines that follow an array count on, so that no number stands for two.
        this.#number = this.#within || this.#elements > 0 ? ++this.#elements : this.#line;
        start = at;
      } else if (this.#within && this.#depth <= 0 && (byte === COMMA || byte === CLOSE_ARRAY)) {
        this.#finish(chunk, start, at);
        this.#separate(byte);
        continue;
      }
      this.#walk(byte);
      if (!this.#within && this.#depth <= 0 && (byte === CLOSE_OBJECT || byte === NEWLINE)) {
        this.#finish(chunk, start, at + 1);
      }
    }
    if (this.#number !== 0) this.#held.add(chunk, start);
  }

  /** What was cut off in the middle is a piece too, so that whoever parses it reports it. */
  end(): void {
    const cut = this.#inString || this.#depth > 0;
    if (this.#number !== 0) this.#emit(this.#held.take(this.#number));
    if (this.#within && !cut) this.#fault(this.#elements + 1, 'the array is not closed');
  }

  /** True for the brackets and commas of the array itself. */
  #between(byte: number | undefined): boolean {
    if (!this.#within) return this.#opens(byte);
    if (byte !== COMMA && byte !== CLOSE_ARRAY) return false;
    if (byte === COMMA || this.#due) this.#fault(++this.#elements, 'a value is missing from the array');
    this.#separate(byte);
    return true;
  }

  #opens(byte: number | undefined): boolean {
    if (this.#ended) this.#fault(this.#elements + 1, 'unexpected data after the array');
    this.#ended = false;
    this.#within = this.#isArray && byte === OPEN_ARRAY;
    return this.#within;
  }

  #separate(byte: number | undefined): void {
    this.#due = byte === COMMA;
    this.#within = this.#due;
    this.#ended = !this.#due;
  }

  #fault(line: number, fault: string): void {
    this.#emit({ line, text: undefined, fault });
  }

  #finish(last: Chunk, start: number, end: number): void {
    this.#emit(this.#held.take(this.#number, last, start, end));
    this.#number = 0;
    this.#depth = 0;
  }

  #inside(byte: number | undefined): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  #walk(byte: number | undefined): void {
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.#depth += 1;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) this.#depth -= 1;
  }
}

/** Splits a whole text, as {@link ValueSplitter}. */
export function valuesIn(text: string, isArray: boolean): Piece[] {
  const pieces: Piece[] = [];
  let held = 0;
  const slices: Holding<ArrayLike<number>> = {
    add(_, start) {
      held = start;
    },
    take: (line, _, start = held, end = text.length) => ({ line, text: text.slice(start, end) }),
  };
  const splitter = new ValueSplitter(slices, (piece) => pieces.push(piece), isArray);
  const units = new Uint16Array(text.length);
  for (let at = 0; at < units.length; at++) units[at] = text.charCodeAt(at);
  splitter.push(units);
  splitter.end();
  return pieces;
}

/** The exact texts of an array's elements. `text` is JSON. */
export const elementsOf = (text: string): string[] => valuesIn(text, true).map((piece) => piece.text ?? '');
