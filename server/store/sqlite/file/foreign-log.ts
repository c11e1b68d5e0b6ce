import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { StoreUnavailable } from '../../faults.ts';

/** Where a file's header says how it is written: 1 without a log, 2 with one (https://sqlite.org/fileformat.html). */
const WRITTEN_AT = 18;
const WITHOUT_LOG = 1;

/**
 * Throws StoreUnavailable if the log beside a file is of the file that was in its place before: SQLite would write it into
 * this one, and damage it. A file is noted to have a log before it gets one, and a backup is noted to have none.
 */
export function refuseForeignLog(file: string): void {
  if (!existsSync(file)) return;
  const log = `${realpathSync(file)}-wal`;
  const hasLog = (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (hasLog && byteOf(file, WRITTEN_AT) === WITHOUT_LOG)
    throw new StoreUnavailable(
      `${log} belongs to another database that was in its place, and would damage it; delete that file first`,
    );
}

/** Undefined beyond the end. */
function byteOf(file: string, position: number): number | undefined {
  const handle = openSync(file, 'r');
  try {
    const byte = new Uint8Array(1);
    return readSync(handle, byte, 0, 1, position) === 1 ? byte[0] : undefined;
  } finally {
    closeSync(handle);
  }
}
