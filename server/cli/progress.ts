const EVERY_MS = 100;
/** Shorter work shows nothing. */
const AFTER_MS = 500;

/** Says on stderr how far a long input was read; silent where that is no terminal. */
export class Progress {
  readonly #started = Date.now();
  readonly #shown = process.stderr.isTTY === true;
  #last = 0;

  /** `size` is what there is to read, in bytes; `count` what came of it so far, such as "1,200 responses". */
  at(bytes: number, size: number | undefined, count: () => string): void {
    if (!this.#shown) return;
    const now = Date.now();
    if (now - this.#started < AFTER_MS || now - this.#last < EVERY_MS) return;
    this.#last = now;
    const read = size === undefined ? `${megabytes(bytes)} MB` : `${Math.floor((100 * bytes) / size)} %`;
    process.stderr.write(`\r\x1b[2K${read}, ${count()}`);
  }

  /** Clears the line, so that what follows stands alone. */
  clear(): void {
    if (this.#last > 0) process.stderr.write('\r\x1b[2K');
    this.#last = 0;
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toLocaleString('en-GB', { maximumFractionDigits: 1 });
}
