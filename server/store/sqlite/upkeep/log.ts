import type { Connection } from '../file/connection.ts';

/** Length from which the log is emptied, bytes. SQLite starts it anew from 16 MiB on, if nobody reads from it then. */
const LONGEST = 32 * 1024 * 1024;
/** How long emptying it waits for those who read from it, ms. */
const WAIT_MS = 1_000;

/**
 * The write-ahead log of an open file. SQLite starts it anew only in a moment when nobody reads from it, for which it does not
 * wait, so that it would grow without bound beside readers who take turns.
 */
export class Log {
  readonly #connection: Connection;
  /** Length from which it is emptied next. */
  #longest = LONGEST;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Empties the log if it is long, and waits for its readers; `length` is in bytes. Not in a transaction. */
  shorten(length: number): void {
    if (length < this.#longest) return;
    this.#longest = this.#isEmptied() ? LONGEST : length + LONGEST;
  }

  #isEmptied(): boolean {
    try {
      return this.#connection.emptyLog(WAIT_MS);
    } catch {
      // A disk without room for what is in the log may have some for what is about to be written, such as a removal.
      return false;
    }
  }
}
