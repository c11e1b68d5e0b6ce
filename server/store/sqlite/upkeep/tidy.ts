import type { Connection } from '../file/connection.ts';
import { deleteMeta, readMeta, writeMeta } from '../file/meta.ts';

/** Pages given back to the file system per call: some four milliseconds. */
const FREED_PAGES = 100;
/** Pages of the search index written per call: some fifty milliseconds. */
const MERGED_PAGES = 64;
/** Free pages kept for what comes next: half a MiB. */
const RESERVE_PAGES = 64;

/** Bytes of the database once it has given back all free pages but the reserve. */
export function bytesAtLeast(connection: Connection): number {
  const { all, free, size } = connection.pages();
  return (all - Math.max(0, free - RESERVE_PAGES)) * size;
}

/** Gives back a piece of the free pages; true if there is more. Must be called in a transaction. */
export function shrink(connection: Connection): boolean {
  const spare = connection.pages().free - RESERVE_PAGES;
  if (spare <= 0) return false;
  connection.db.pragma(`incremental_vacuum(${Math.min(FREED_PAGES, spare)})`);
  noteStaleLog(connection);
  return spare > FREED_PAGES;
}

/**
 * Merges a piece of the search index, whose segments keep what is deleted until then. False once all is
 * merged, which changes at most one row: https://sqlite.org/fts5.html#the_merge_command
 */
export function mergeMessages(connection: Connection): boolean {
  const changes = () => connection.number('SELECT total_changes()');
  const before = changes();
  connection.run("INSERT INTO messages (messages, rank) VALUES ('merge', ?)", -MERGED_PAGES);
  return changes() - before > 1;
}

/** Records that the search index holds words that were redacted since. Must be called in the transaction of that. */
export function noteStaleWords(connection: Connection): void {
  writeMeta(connection, 'stale_words', 1);
  noteStaleLog(connection);
}

/** Merges a piece of the search index if it is recorded as stale; true if there is more. Must be called in a transaction. */
export function freshenWords(connection: Connection): boolean {
  if (readMeta(connection, 'stale_words') === undefined) return false;
  noteStaleLog(connection);
  if (mergeMessages(connection)) return true;
  deleteMeta(connection, 'stale_words');
  return false;
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
