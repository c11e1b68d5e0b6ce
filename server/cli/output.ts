import { once } from 'node:events';
import { reasonOf } from '../capture/reason.ts';
import type { Progress } from './progress.ts';
import { tell } from './tell.ts';

/** Exit code that a shell reports for a program whose reader is gone (128 + SIGPIPE). */
const READER_GONE = 141;
/** Nothing was reported, so it is not 1, which means a finding of `lint`. */
const UNWRITTEN = 2;

/** Ends the program if stdout fails; silently if its reader is gone. */
export function endUnheard(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(READER_GONE);
  tell(`mailroom: cannot write to stdout: ${reasonOf(error)}`);
  process.exit(UNWRITTEN);
}

/** Size of what is written at once, bytes. */
const GATHERED = 64 * 1024;
/** Most bytes of UTF-8 that one UTF-16 unit takes. */
const MOST_OF_A_UNIT = 3;

/**
 * Writes to stdout no faster than its reader reads. On a terminal, where both are one screen, the progress is cleared first.
 * Text becomes bytes at once: as one growing string it would be copied by each collection of garbage meanwhile.
 */
export class Output {
  readonly #progress: Progress;
  #full: Buffer[] = [];
  #bytes = Buffer.allocUnsafe(GATHERED);
  #length = 0;

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** Gathers; wait for {@link flush} now and then. */
  add(text: string): void {
    const most = text.length * MOST_OF_A_UNIT;
    if (most > this.#bytes.length - this.#length) this.#next(Math.max(most, GATHERED));
    this.#length += this.#bytes.write(text, this.#length);
  }

  get full(): boolean {
    return this.#full.length > 0;
  }

  async flush(): Promise<void> {
    if (process.stdout.isTTY) this.#progress.clear();
    if (this.#length > 0) this.#next(GATHERED);
    const full = this.#full;
    this.#full = [];
    for (const bytes of full) if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
  }

  #next(size: number): void {
    if (this.#length > 0) this.#full.push(this.#bytes.subarray(0, this.#length));
    this.#bytes = Buffer.allocUnsafe(size);
    this.#length = 0;
  }
}
