import { realpathSync, type Stats, statfsSync, statSync } from 'node:fs';
import { StoreFull, StoreUnavailable } from '../../faults.ts';
import type { Connection } from './connection.ts';

/**
 * Bytes that responses leave free. To remove anything, SQLite first writes it to the log (16 MiB, and what one
 * transaction adds), then grows the file by what the log holds: on a disk without room nothing could be removed,
 * and the file not even opened.
 */
const MIN_FREE = 64e6;
/** Length from which the log is emptied, bytes. SQLite starts it anew from 16 MiB on, if nobody reads from it then. */
const LONGEST_LOG = 32 * 1024 * 1024;
/** How long emptying it waits for those who read from it, ms. */
const WAIT_MS = 1_000;

/** What an open connection writes to, as it was when it was opened. */
interface Written {
  readonly path: string;
  /** Undefined if there is no such file: a file system may not allow a log. */
  readonly inode: number | undefined;
}

/**
 * An open file and its write-ahead log on a disk that others use too. SQLite starts the log anew only in a moment when nobody
 * reads from it, for which it does not wait, so that it would grow without bound beside readers who take turns.
 */
export class Disk {
  readonly #connection: Connection;
  readonly #file: Written;
  readonly #log: Written;
  readonly #minFree: number;
  /** Length from which the log is emptied next. */
  #longestLog = LONGEST_LOG;

  constructor(connection: Connection, minFree = MIN_FREE) {
    const { file } = connection;
    this.#connection = connection;
    this.#minFree = minFree;
    // SQLite follows links to the database, and keeps its log beside that.
    const log = `${realpathSync(file)}-wal`;
    this.#file = { path: file, inode: statOf(file)?.ino };
    this.#log = { path: log, inode: statOf(log)?.ino };
  }

  /**
   * Prepares for a transaction: empties the log if it is long, and waits for its readers. Throws StoreUnavailable if the file
   * or its log was removed or replaced: what is written would be lost.
   */
  prepare(): void {
    refuseOther(statOf(this.#file.path), this.#file, 'file');
    const log = statOf(this.#log.path);
    refuseOther(log, this.#log, '-wal file');
    const length = log?.size ?? 0;
    if (length >= this.#longestLog)
      this.#longestLog = this.#isLogEmptied() ? LONGEST_LOG : length + LONGEST_LOG;
  }

  #isLogEmptied(): boolean {
    try {
      return this.#connection.emptyLog(WAIT_MS);
    } catch {
      // A disk without room for what is in the log may have some for what is about to be written, such as a removal.
      return false;
    }
  }

  /** Throws StoreFull if only the room for removals is left. A disk of unknown size has room. */
  refuseFull(): void {
    const { bavail, blocks, bsize } = statfsSync(this.#file.path);
    if (blocks > 0 && bavail * bsize < this.#minFree)
      throw new StoreFull(
        `no space is left for responses: less than ${Math.round(this.#minFree / 1e6)} MB are free on the disk`,
      );
  }
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function refuseOther(found: Stats | undefined, { inode }: Written, what: string): void {
  if (found?.ino !== inode)
    throw new StoreUnavailable(`the database is unavailable: its ${what} was removed or replaced`);
}
