/** Chunks from this length on are kept as they are. Many short ones, each kept, would take hundreds of times their length. */
const KEPT_BYTES = 4 * 1024;
/** Blocks that short chunks share, the first and the longest. */
const FIRST_BLOCK = 1024;
const LONGEST_BLOCK = 64 * 1024;

/** Collects chunks, which nobody may change, and puts them together once: each copy on the way would be garbage. */
export class Gather {
  readonly #pieces: Uint8Array[] = [];
  #block = new Uint8Array(0);
  /** Bytes at the start of the block that are not among the pieces yet. */
  #filled = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(chunk: Uint8Array): void {
    this.#length += chunk.length;
    if (chunk.length >= KEPT_BYTES) {
      this.#closePiece();
      this.#pieces.push(chunk);
      return;
    }
    if (this.#filled + chunk.length > this.#block.length) {
      this.#closePiece();
      this.#block = new Uint8Array(Math.min(Math.max(this.#length, FIRST_BLOCK), LONGEST_BLOCK));
    }
    this.#block.set(chunk, this.#filled);
    this.#filled += chunk.length;
  }

  /** Returns an array that owns its memory, which is no more than its length and can be transferred to another thread. */
  take(): Uint8Array<ArrayBuffer> {
    this.#closePiece();
    const all = new Uint8Array(this.#length);
    let end = 0;
    for (const piece of this.#pieces) {
      all.set(piece, end);
      end += piece.length;
    }
    return all;
  }

  #closePiece(): void {
    if (this.#filled === 0) return;
    this.#pieces.push(this.#block.subarray(0, this.#filled));
    this.#block = this.#block.subarray(this.#filled);
    this.#filled = 0;
  }
}
