import { chmodSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StoreDamaged, StoreUnavailable } from '../../faults.ts';
import type { Connection } from './connection.ts';

/** Writes one state of the file, packed, to a new file, which gets its name only once verified. */
export function backup(connection: Connection, file: string): void {
  if (existsSync(file)) throw new StoreUnavailable(`${file} already exists; a backup never replaces a file`);
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    connection.run('VACUUM INTO ?', unfinished);
    refuseTorn(unfinished);
    // The copy holds what the database holds, so nobody else may read it either.
    if (!connection.db.memory) chmodSync(unfinished, statSync(connection.file).mode);
    settle(unfinished);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
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

/** Flushes the copy to the disk, which VACUUM INTO leaves to the operating system. */
function settle(copy: string): void {
  const handle = openSync(copy, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}
