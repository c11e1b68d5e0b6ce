import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StoreUnavailable } from './faults.ts';
import type { Role, Store } from './store.ts';

interface OpenOptions {
  readonly role: Role;
  /** True for the reader of a file that this process has open for writing. */
  readonly beside?: boolean;
  /** Hard limit on the file's size, in pages of 8 KiB; beyond it the disk counts as full. */
  readonly maxPages?: number;
  /** Bytes of the disk that responses leave free; by default as many as removals may need. */
  readonly minFree?: number;
  /** Responses that a question counts one by one where no rollup holds what its filter selects. */
  readonly budget?: number;
}

const MEMORY = ':memory:';

/** True if no other thread sees what one thread opens, so that its writer must answer questions too. */
export function isOfOneThread(file: string): boolean {
  return file === MEMORY;
}

/**
 * Opens the store in `file`, creating its parent folders unless `role` is `reader`. `:memory:` opens a
 * private store that is lost on close. Throws StoreUnavailable if the store cannot be opened or `file` is a
 * URL, for which there is no engine, and an Error that says so if the file is another program's or of another schema.
 */
export async function openStore(file: string, { role, ...bounds }: OpenOptions): Promise<Store> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(file))
    throw new StoreUnavailable('a URL is not supported; use the path of a file, or :memory:');
  const { SqliteStore } = await import('./sqlite/sqlite-store.ts');
  if (!isOfOneThread(file) && role !== 'reader') await mkdir(dirname(file), { recursive: true });
  return new SqliteStore(file, role, bounds);
}
