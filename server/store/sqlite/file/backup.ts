import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import { StoreDamaged, StoreUnavailable } from '../../faults.ts';
import type { Connection } from './connection.ts';

/** Writes one state of the file, packed, to a new file, which gets its name only once verified. */
export function backup(connection: Connection, file: string): void {
  refuseExisting(file);
  const unfinished = `${file}.unfinished`;
  const discard = () => {
    for (const end of ['', '-journal']) rmSync(`${unfinished}${end}`, { force: true });
  };
  discard();
  try {
    // Only for its owner from the first byte on, and not merely once it is whole.
    closeSync(openSync(unfinished, 'wx', 0o600));
    connection.run('VACUUM INTO ?', unfinished);
    refuseTorn(unfinished);
    settle(unfinished, connection.db.memory ? undefined : statSync(connection.file).mode);
    // Again, since copying takes minutes where there is much.
    refuseExisting(file);
    renameSync(unfinished, file);
  } catch (error) {
    discard();
    throw error;
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new StoreUnavailable(`${file} already exists; a backup never replaces a file`);
}

function refuseTorn(copy: string): void {
  const db = new Database(copy, { readonly: true });
  try {
    const found = String(db.pragma('integrity_check(1)', { simple: true }));
    if (found !== 'ok') throw new StoreDamaged(`the copy is damaged: ${found}`);
  } finally {
    db.close();
  }
}

/**
 * Gives the copy the permissions of the database, whose contents it has: whoever may not read that may not read this. Then
 * flushes it to the disk, which VACUUM INTO leaves to the operating system.
 */
function settle(copy: string, mode: number | undefined): void {
  const handle = openSync(copy, 'r+');
  try {
    // Only now: if the database is read-only, the copy could not be opened afterwards.
    if (mode !== undefined) fchmodSync(handle, mode);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
