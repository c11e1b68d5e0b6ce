import { realpathSync, type Stats, statfsSync, statSync } from 'node:fs';
import { StoreFull, StoreUnavailable } from '../../faults.ts';

/**
 * Bytes that responses leave free. To remove anything, SQLite first writes it to the log (16 MiB, and what one
 * transaction adds), then grows the file by what the log holds: on a disk without room nothing could be removed,
 * and the file not even opened.
 */
const MIN_FREE = 64e6;

/** What an open connection writes to, as it was when it was opened. */
interface Written {
  readonly path: string;
  /** Undefined if there is no such file: a file system may not allow a log. */
  readonly inode: number | undefined;
}

/** The disk of an open file, which others use too. */
export class Disk {
  readonly #file: Written;
  readonly #log: Written;
  readonly #minFree: number;

  constructor(file: string, minFree = MIN_FREE) {
    this.#minFree = minFree;
    // SQLite follows links to the database, and keeps its log beside that.
    const log = `${realpathSync(file)}-wal`;
    this.#file = { path: file, inode: statOf(file)?.ino };
    this.#log = { path: log, inode: statOf(log)?.ino };
  }

  /**
   * Returns the length of the log, bytes. Throws StoreUnavailable if the file or its log was removed or replaced: what is
   * written would be lost.
   */
  logLength(): number {
    refuseOther(statOf(this.#file.path), this.#file, 'file');
    const log = statOf(this.#log.path);
    refuseOther(log, this.#log, '-wal file');
    return log?.size ?? 0;
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
