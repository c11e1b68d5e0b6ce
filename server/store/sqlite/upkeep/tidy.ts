import type { Connection } from '../file/connection.ts';
import { deleteMeta, readMeta, writeMeta } from '../file/meta.ts';

/** Pages given back to the file system per call: some four milliseconds. */
const FREED_PAGES = 100;
/** Free pages kept for what comes next: half a MiB. */
const RESERVE_PAGES = 64;

function pagesOf({ db }: Connection): { readonly all: number; readonly free: number; readonly size: number } {
  const pragma = (name: string) => Number(db.pragma(name, { simple: true }));
  return { all: pragma('page_count'), free: pragma('freelist_count'), size: pragma('page_size') };
}

/** Bytes of the database once it has given back all free pages but the reserve. */
export function bytesAtLeast(connection: Connection): number {
  const { all, free, size } = pagesOf(connection);
  return (all - Math.max(0, free - RESERVE_PAGES)) * size;
}

/** Gives back a piece of the free pages; true if there is more. Must be called in a transaction. */
export function shrink(connection: Connection): boolean {
  const spare = pagesOf(connection).free - RESERVE_PAGES;
  if (spare <= 0) return false;
  connection.db.pragma(`incremental_vacuum(${Math.min(FREED_PAGES, spare)})`);
  noteStaleLog(connection);
  return spare > FREED_PAGES;
}

/** Records that the log holds what is removed. Must be called in the transaction of the removal. */
export function noteStaleLog(connection: Connection): void {
  writeMeta(connection, 'stale_log', 1);
}

/** Clears the log if recorded as stale, or later if someone is reading from it. Not in a transaction. */
export function clearLog(connection: Connection): void {
  const isStale = readMeta(connection, 'stale_log') !== undefined;
  if (isStale && connection.emptyLog()) deleteMeta(connection, 'stale_log');
}
