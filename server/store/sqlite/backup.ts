import { existsSync } from 'node:fs';
import { StoreUnavailable } from '../store.ts';
import type { Connection } from './connection.ts';

/** Writes one state of the file, packed, to a new file. */
export function backup(connection: Connection, file: string): void {
  if (existsSync(file))
    throw new StoreUnavailable(`${file} exists already; a backup is written to a new file only`);
  connection.run('VACUUM INTO ?', file);
}
