import { statfsSync, statSync } from 'node:fs';
import { StoreFull, StoreUnavailable } from '../../faults.ts';

/**
 * Bytes that responses leave free. To remove anything, SQLite first writes it to the log (16 MiB, and what one
 * transaction adds), then grows the file by what the log holds: on a disk without room nothing could be removed,
 * and the file not even opened.
 */
const MIN_FREE = 64e6;

/** The disk of an open file, which others use too. */
export class Disk {
  readonly #file: string;
  readonly #inode: number;
  readonly #minFree: number;

  constructor(file: string, minFree = MIN_FREE) {
    this.#file = file;
    this.#minFree = minFree;
    this.#inode = statSync(file).ino;
  }

  /** Throws StoreUnavailable if the file was removed or replaced, and what is written to it would be lost. */
  refuseMoved(): void {
    if (statSync(this.#file, { throwIfNoEntry: false })?.ino === this.#inode) return;
    throw new StoreUnavailable('the database is unavailable: its file was removed or replaced');
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
