import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreUnavailable } from './faults.ts';
import type { Store } from './store.ts';

/** A writer also answers questions; a reader needs a writer to have made the file; `both` is for one thread alone. */
export interface OpenOptions {
  readonly role: 'writer' | 'reader' | 'both';
  /** A hard limit of the file, in pages of 8 KiB; beyond it the disk counts as full. */
  readonly maxPages?: number;
}

const MEMORY = ':memory:';

/** True where what one thread opens no other sees: its writer answers the questions, too. */
export function isOfOneThread(file: string): boolean {
  return file === MEMORY;
}

/**
 * Opens the store in `file`, or `:memory:` (a store of its own that ends with it). Folders above the file are made.
 * Throws StoreUnavailable where it cannot be opened, and for a URL, whose scheme no engine has.
 */
export async function openStore(file: string, { role, maxPages }: OpenOptions): Promise<Store> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file))
    throw new StoreUnavailable('There is no storage engine for a URL; give the path of a file, or :memory:');
  const { SqliteStore } = await import('./sqlite/sqlite-store.ts');
  if (!isOfOneThread(file) && role !== 'reader') await mkdir(dirname(file), { recursive: true });
  return new SqliteStore(file, role, maxPages);
}
