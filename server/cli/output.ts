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

/** Text is buffered up to this length before it is written, UTF-16 units. */
const GATHERED = 64 * 1024;

/** Writes to stdout no faster than its reader reads. On a terminal, where both are one screen, the progress is cleared first. */
export class Output {
  readonly #progress: Progress;
  #text = '';

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** Gathers; wait for {@link flush} now and then. */
  add(text: string): void {
    this.#text += text;
  }

  get full(): boolean {
    return this.#text.length >= GATHERED;
  }

  async flush(): Promise<void> {
    if (process.stdout.isTTY) this.#progress.clear();
    const text = this.#text;
    this.#text = '';
    if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
  }
}
