import { once } from 'node:events';
import { reasonOf } from '../capture/reason.ts';
import { tell } from './tell.ts';

/** What a shell reports of a program whose reader has gone (128 + SIGPIPE). */
const READER_GONE = 141;
/** Nothing was said, so that it is no finding of `lint`, which is 1. */
const UNWRITTEN = 2;

/** Ends the program where stdout fails; without a word where its reader has gone. */
export function endUnheard(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(READER_GONE);
  tell(`mailroom: stdout cannot be written: ${reasonOf(error)}`);
  process.exit(UNWRITTEN);
}

/** Texts are gathered to this length before they are written, UTF-16 units. */
const GATHERED = 64 * 1024;

/** Writes to stdout no faster than its reader takes. */
export class Output {
  #text = '';

  /** Gathers; wait for {@link flush} now and then. */
  add(text: string): void {
    this.#text += text;
  }

  get full(): boolean {
    return this.#text.length >= GATHERED;
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
  }
}
