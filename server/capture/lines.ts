const NEWLINE = 0x0a;

/** Longer lines are skipped. The dashboard accepts no item above 24 MiB. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

/** A line, or the JSON value in place of one. */
export interface Piece {
  /** From 1; of an array's element, its number. */
  readonly line: number;
  /** Undefined where it is longer than {@link MAX_LINE_BYTES}, or there is none. */
  readonly text: string | undefined;
  /** What is wrong with the array here; there is no text then. */
  readonly fault?: string;
}

/** Parts of one piece that arrived in several chunks; discards them once they are too long. */
export class Parts {
  #parts: Buffer[] = [];
  #length = 0;

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) this.#parts = [];
    else this.#parts.push(part);
  }

  /**
   * The text of the parts and of `last` from `start` to `end`, put together before it is decoded as UTF-8; undefined if it
   * is too long. Starts anew.
   */
  take(last: Buffer, start: number, end: number): string | undefined {
    const parts = this.#parts;
    const length = this.#length + end - start;
    this.#parts = [];
    this.#length = 0;
    if (length > MAX_LINE_BYTES) return undefined;
    if (length === end - start) return last.toString('utf8', start, end);
    return Buffer.concat([...parts, last.subarray(start, end)]).toString('utf8');
  }
}

export const NOTHING = Buffer.alloc(0);

/** Splits bytes into lines, regardless of chunk boundaries; buffers at most one line. */
export class LineSplitter {
  readonly #held = new Parts();
  readonly #emit: (piece: Piece) => void;
  #line = 1;
  #open = false;

  constructor(emit: (piece: Piece) => void) {
    this.#emit = emit;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, start);
      if (newline === -1) break;
      this.#emit({ line: this.#line, text: this.#held.take(chunk, start, newline) });
      this.#line += 1;
      this.#open = false;
      start = newline + 1;
    }
    if (start === chunk.length) return;
    this.#held.add(chunk.subarray(start));
    this.#open = true;
  }

  /** A last line needs no line break. */
  end(): void {
    if (this.#open) this.#emit({ line: this.#line, text: this.#held.take(NOTHING, 0, 0) });
    this.#open = false;
  }
}
