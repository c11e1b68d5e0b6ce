import { isUtf8 } from 'node:buffer';

const NEWLINE = 0x0a;
const REPLACEMENT = '\ufffd';

/** Longer lines are skipped. The dashboard accepts no item above 24 MiB. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

/** A line, or the JSON value in place of one. */
export interface Piece {
  /** From 1; of an array's element, its number. */
  readonly line: number;
  /** Undefined where it is longer than {@link MAX_LINE_BYTES} or not UTF-8, or there is none. */
  readonly text: string | undefined;
  /** Why there is no text. */
  readonly fault?: string | undefined;
}

/** Parts of one piece that arrived in several chunks; discards them once they are too long. */
export class Parts {
  #parts: Buffer[] = [];
  #length = 0;
  #fault: string | undefined;

  /** Why the last {@link take} gave no text; undefined if it did. */
  get fault(): string | undefined {
    return this.#fault;
  }

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) this.#parts = [];
    else this.#parts.push(part);
  }

  /**
   * The text of the parts and of `last` from `start` to `end`, put together before it is decoded as UTF-8; undefined if it
   * is too long, or not UTF-8, of which decoding would lose bytes. Starts anew.
   */
  take(last: Buffer, start: number, end: number): string | undefined {
    const parts = this.#parts;
    const length = this.#length + end - start;
    this.#parts = [];
    this.#length = 0;
    this.#fault = undefined;
    if (length > MAX_LINE_BYTES) {
      this.#fault = `longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB`;
      return undefined;
    }
    const whole = length === end - start ? undefined : Buffer.concat([...parts, last.subarray(start, end)]);
    const text = whole === undefined ? last.toString('utf8', start, end) : whole.toString('utf8');
    // What takes the place of lost bytes may also have been sent.
    if (text.includes(REPLACEMENT) && !isUtf8(whole ?? last.subarray(start, end))) {
      this.#fault = 'not UTF-8';
      return undefined;
    }
    return text;
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
      this.#take(chunk, start, newline);
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
    if (this.#open) this.#take(NOTHING, 0, 0);
    this.#open = false;
  }

  #take(last: Buffer, start: number, end: number): void {
    const text = this.#held.take(last, start, end);
    this.#emit({ line: this.#line, text, fault: this.#held.fault });
  }
}
