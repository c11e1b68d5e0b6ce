const NEWLINE = 0x0a;

/** Longer lines are passed over: four times the largest item that the dashboard takes. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

/** A line, or the JSON value that stands where a line would. */
export interface Piece {
  /** From 1; of an array's element, its number. */
  readonly line: number;
  /** Undefined where it is longer than {@link MAX_LINE_BYTES}. */
  readonly text: string | undefined;
}

/** Parts of one piece that came in several chunks; forgets them once they are too long. */
export class Parts {
  #parts: Buffer[] = [];
  #length = 0;

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) this.#parts = [];
    else this.#parts.push(part);
  }

  /** The text of the parts and `last` (UTF-8, put together before it is decoded); undefined if it is too long. Starts anew. */
  take(last: Buffer): string | undefined {
    const length = this.#length + last.length;
    const bytes = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#length = 0;
    return length > MAX_LINE_BYTES ? undefined : bytes.toString('utf8');
  }
}

/** Cuts bytes into lines, however the chunks fall; holds at most one line. */
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
      this.#emit({ line: this.#line, text: this.#held.take(chunk.subarray(start, newline)) });
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
    if (this.#open) this.#emit({ line: this.#line, text: this.#held.take(Buffer.alloc(0)) });
    this.#open = false;
  }
}
