import { errorCode } from '../../../../shared/text/words.ts';
import { FILE_DAMAGED, NOT_MAILROOM, StoreDamaged, StoreFull, StoreUnavailable } from '../../faults.ts';

/** SQLite's result codes that are about the file, not the work, the extended ones first: https://sqlite.org/rescode.html */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  SQLITE_READONLY_DIRECTORY: 'no permission to write to its directory, which even reading requires',
  SQLITE_BUSY: 'another program has locked the file',
  SQLITE_LOCKED: 'another program has locked the file',
  SQLITE_READONLY: 'the file is read-only',
  SQLITE_PERM: 'no permission to write to the file',
  SQLITE_IOERR: 'the disk failed',
  SQLITE_CANTOPEN: 'the file, or one beside it, cannot be opened',
};

const DAMAGED: Readonly<Record<string, string>> = {
  SQLITE_CORRUPT: FILE_DAMAGED,
  SQLITE_NOTADB: NOT_MAILROOM,
};

/** Returns the store's error for a driver's, others as they are. SQLITE_FULL may mean the page limit. */
export function storeError(error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  if (code === 'SQLITE_FULL') return new StoreFull('no space is left for the database', { cause: error });
  const damage = reasonIn(DAMAGED, code);
  if (damage !== undefined) return new StoreDamaged(damage, { cause: error });
  const reason = reasonIn(UNAVAILABLE, code);
  if (reason === undefined) return error;
  return new StoreUnavailable(`the database is unavailable: ${reason}`, { cause: error });
}

/** Extended codes begin with their primary code. */
function reasonIn(reasons: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.entries(reasons).find(([name]) => code === name || code.startsWith(`${name}_`))?.[1];
}
