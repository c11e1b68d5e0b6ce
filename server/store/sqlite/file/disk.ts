import { realpathSync, statfsSync, statSync } from 'node:fs';
import { StoreFull, StoreUnavailable } from '../../faults.ts';

/**
 * Bytes that responses leave free. To remove anything, SQLite first writes it to the log (16 MiB, and what one
 * transaction adds), then grows the file by what the log holds: on a disk without room nothing could be removed,
 * and the file not even opened.
 */
const MIN_FREE = 64e6;

/** What an open connection writes to, as it was when it was opened. */
interface Written {
  /** What it is called in an error. */
  readonly what: 'file' | '-wal file';
  readonly path: string;
  /** Undefined if there is no such file: a file system may not allow a log. */
  readonly inode: number | undefined;
}

/** The disk of an open file, which others use too. */
export class Disk {
  readonly #file: string;
  readonly #written: readonly Written[];
  readonly #minFree: number;

  constructor(file: string, minFree = MIN_FREE) {
    this.#file = file;
    this.#minFree = minFree;
    // SQLite follows links to the database, and keeps its log beside that.
    const log = `${realpathSync(file)}-wal`;
    this.#written = [
      { what: 'file', path: file, inode: inodeOf(file) },
      { what: '-wal file', path: log, inode: inodeOf(log) },
    ];
  }

  /** Throws StoreUnavailable if the file or its log was removed or replaced: what is written would be lost. */
  refuseMoved(): void {
    for (const { path, what, inode } of this.#written)
      if (inodeOf(path) !== inode)
        throw new StoreUnavailable(`the database is unavailable: its ${what} was removed or replaced`);
  }

  /** Throws StoreFull if only the room for removals is left. A disk of unknown size has room. */
  refuseFull(): void {
    const { bavail, blocks, bsize } = statfsSync(this.#file);
    if (blocks > 0 && bavail * bsize < this.#minFree)
      throw new StoreFull(
        `no space is left for responses: less than ${Math.round(this.#minFree / 1e6)} MB are free on the disk`,
      );
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
