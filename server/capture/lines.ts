import { isUtf8 } from 'node:buffer';
import { NEWLINE } from '../../shared/json/units.ts';
import { Gather } from '../encodings/gather.ts';

const REPLACEMENT = '\ufffd';

/** Longer lines are skipped. The dashboard accepts no item above 24 MiB. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

/**
 * A line, or the JSON value in place of one; or why there is no text. `line` counts from 1, and is the number of an array's
 * element.
 */
export type Piece =
  | { readonly line: number; readonly text: string; readonly fault?: undefined }
  | { readonly line: number; readonly text: undefined; readonly fault: string };

/** Parts of one piece that arrived in several chunks; discards them once they are too long. */
export class Parts {
  #held = new Gather();
  #length = 0;

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= MAX_LINE_BYTES) this.#held.push(part);
    else if (this.#held.length > 0) this.#held = new Gather();
  }

  /**
   * The piece of the parts and of `last` from `start` to `end`, put together before it is decoded as UTF-8. It has no text
   * if it is too long, or not UTF-8, of which decoding would lose bytes. Starts anew.
   */
  take(line: number, last: Buffer, start: number, end: number): Piece {
    const held = this.#held;
    const length = this.#length + end - start;
    if (this.#length > 0) this.#held = new Gather();
    this.#length = 0;
    if (length > MAX_LINE_BYTES)
      return { line, text: undefined, fault: `longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB` };
    const whole = length === end - start ? undefined : heldWith(held, last.subarray(start, end));
    const text = whole === undefined ? last.toString('utf8', start, end) : whole.toString('utf8');
    // What takes the place of lost bytes may also have been sent.
    if (text.includes(REPLACEMENT) && !isUtf8(whole ?? last.subarray(start, end)))
      return { line, text: undefined, fault: 'not UTF-8' };
    return { line, text };
  }
}

function heldWith(held: Gather, last: Buffer): Buffer {
  held.push(last);
  return Buffer.from(held.take().buffer);
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
      this.#emit(this.#held.take(this.#line, chunk, start, newline));
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
    if (this.#open) this.#emit(this.#held.take(this.#line, NOTHING, 0, 0));
    this.#open = false;
  }
}
