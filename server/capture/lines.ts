import { isUtf8 } from 'node:buffer';
import { NEWLINE } from '../../shared/json/units.ts';
import { LONGEST_PIECE, type Piece, tooLong } from '../../shared/recording/piece.ts';
import type { Holding } from '../../shared/recording/values.ts';
import { Gather } from '../encodings/gather.ts';

/** What follows the last chunk. */
export const NOTHING = Buffer.alloc(0);
const REPLACEMENT = '\ufffd';

/** Parts of one piece that arrived in several chunks; discards them once they are too long. */
export class Parts implements Holding<Buffer> {
  #held = new Gather();
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(chunk: Buffer, start = 0): void {
    const part = chunk.subarray(start);
    this.#length += part.length;
    if (this.#length <= LONGEST_PIECE) this.#held.push(part);
    else if (this.#held.length > 0) this.#held = new Gather();
  }

  /**
   * The piece of the parts and of `last` from `start` to `end`, put together before it is decoded as UTF-8. It has no text
   * if it is too long, or not UTF-8, of which decoding would lose bytes. Starts anew.
   */
  take(line: number, last: Buffer = NOTHING, start = 0, end = last.length): Piece {
    const held = this.#held;
    const length = this.#length + end - start;
    if (this.#length > 0) this.#held = new Gather();
    this.#length = 0;
    if (length > LONGEST_PIECE) return tooLong(line);
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

/** Splits bytes into lines, regardless of chunk boundaries; buffers at most one line. */
export class LineSplitter {
  readonly #held = new Parts();
  readonly #emit: (piece: Piece) => void;
  #line = 1;

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
      start = newline + 1;
    }
    this.#held.add(chunk, start);
  }

  /** A last line needs no line break. */
  end(): void {
    if (!this.#held.isEmpty) this.#emit(this.#held.take(this.#line));
  }
}
