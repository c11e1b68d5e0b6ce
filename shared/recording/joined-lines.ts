import { LONGEST_PIECE } from './piece.ts';

/** Bytes that a line takes in memory besides its text, about: there may be millions of short ones. */
const LINE_COST = 32;

/** Collects lines that are one text; discards them once they are too long. */
export class JoinedLines {
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

  /** Discards all lines until the next take, as one of them could not be read. */
  spoil(): void {
    this.#lines = [];
    this.#length = Number.POSITIVE_INFINITY;
  }

  /** Returns the text, undefined if its lines were discarded. Starts anew. */
  take(): string | undefined {
    const text = this.#length > LONGEST_PIECE ? undefined : this.#lines.join('\n');
    this.#lines = [];
    this.#length = 0;
    return text;
  }
}
