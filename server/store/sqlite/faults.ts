import { StoreFull, StoreUnavailable } from '../store.ts';

/** SQLite's primary result codes that mean the file, not the work: https://sqlite.org/rescode.html */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  SQLITE_BUSY: 'another program holds the database file',
  SQLITE_LOCKED: 'another program holds the database file',
  SQLITE_READONLY: 'the database file is read-only',
  SQLITE_PERM: 'the database file may not be written',
  SQLITE_IOERR: 'the disk failed',
  SQLITE_CANTOPEN: 'the database file cannot be opened',
  SQLITE_CORRUPT: 'the database file is damaged; `mailroom doctor` says where',
  SQLITE_NOTADB: 'the file is not a Mailroom database',
};

/** The seam's error for one of the driver's; any other is returned as it is. SQLITE_FULL also stands for the page limit. */
export function storeError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return error;
  const { code } = error;
  if (code === 'SQLITE_FULL')
    return new StoreFull('There is no room left for the database', { cause: error });
  const primary = Object.keys(UNAVAILABLE).find((name) => code === name || code.startsWith(`${name}_`));
  if (primary === undefined) return error;
  return new StoreUnavailable(`Nothing can be stored now: ${UNAVAILABLE[primary]}`, { cause: error });
}
