import { size } from '../../shared/text/words.ts';

const EVERY_MS = 100;
/** Shorter work shows nothing. */
const AFTER_MS = 500;

/** Shows the progress of long work on stderr; silent if that is not a terminal. */
export class Progress {
  readonly #started = Date.now();
  readonly #shown = process.stderr.isTTY === true;
  readonly #whole: number | undefined;
  #read = 0;
  #last = 0;

  /** `whole` is what there is to read, in bytes; undefined where nobody knows, or nothing is read. A file may grow meanwhile. */
  constructor(whole?: number) {
    this.#whole = whole || undefined;
  }

  /** So many more bytes are read; `count` says what came of all so far, such as "1,200 responses". */
  add(bytes: number, count: () => string): void {
    this.#read += bytes;
    if (this.#whole === undefined) this.share(undefined, () => `${size(this.#read)}, ${count()}`);
    else this.share(Math.min(1, this.#read / this.#whole), count);
  }

  /** `share` of the work is done, from 0 to 1; undefined where nobody knows. `what` says what came of it so far. */
  share(share: number | undefined, what: () => string): void {
    if (!this.#shown) return;
    const now = Date.now();
    if (now - this.#started < AFTER_MS || now - this.#last < EVERY_MS) return;
    this.#last = now;
    const done = share === undefined ? '' : `${Math.floor(100 * share)} %, `;
    process.stderr.write(`\r\x1b[2K${done}${what()}`);
  }

  /** Clears the line, so that what follows stands alone. */
  clear(): void {
    if (this.#last > 0) process.stderr.write('\r\x1b[2K');
    this.#last = 0;
  }
}
