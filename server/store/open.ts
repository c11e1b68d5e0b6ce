import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Store } from './store.ts';

/** A writer also answers questions; a reader needs a writer to have made the file; `both` is for one thread alone. */
export interface OpenOptions {
  readonly role: 'writer' | 'reader' | 'both';
  /** A hard limit of the file, in pages of 8 KiB; beyond it the disk counts as full. */
  readonly maxPages?: number;
}

/**
 * Opens the store at `url`: a path, `sqlite:PATH`, `file:` URL, or `:memory:` (a store of its own that ends with it). Folders
 * above the file are made. Throws StoreUnavailable where it cannot be opened, and an Error for a scheme no engine has.
 */
export async function openStore(url: string, { role, maxPages }: OpenOptions): Promise<Store> {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(url)?.[1]?.toLowerCase();
  // One letter before a colon is a Windows drive; a path may not start with a scheme's two or more.
  if (scheme !== undefined && !['sqlite', 'file'].includes(scheme))
    throw new Error(`No storage engine is known for "${scheme}:"; give a file path, sqlite:PATH or :memory:`);
  const { SqliteStore } = await import('./sqlite/sqlite-store.ts');
  const file =
    scheme === 'file'
      ? fileURLToPath(url)
      : scheme === 'sqlite'
        ? url.slice('sqlite:'.length).replace(/^\/\//, '')
        : url;
  if (file !== ':memory:' && role !== 'reader') await mkdir(dirname(file), { recursive: true });
  return new SqliteStore(file, role, maxPages);
}
