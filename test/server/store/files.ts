import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../../../server/store/open.ts';
import type { ResponseRecord } from '../../../server/store/record.ts';
import type { Store } from '../../../server/store/store.ts';
import { folderOfFile } from '../../helpers/folder.ts';
import { MINUTE, NOW, record } from './records.ts';
import { KINDS } from './recount/said.ts';

const folder = folderOfFile();

let files = 0;
/** Path of a file that does not exist yet, in a folder that is removed after the tests. */
export const newFile = () => join(folder, `${files++}.db`);

export async function withStore<T>(file: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(file, { role: 'writer' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Looks into a file, or changes it, as no store does. */
export function inFile<T>(file: string, work: (db: Database.Database) => T): T {
  const db = new Database(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** The tiers of which a file has cells. */
export const tiersOf = (file: string, table: string) =>
  inFile(file, (db) => db.prepare(`SELECT DISTINCT tier FROM ${table} ORDER BY tier`).pluck().all());

/** Returns response number `n`, of the kind at an index, observed `minutes` before now. */
export function some(n: number, kind: number, minutes: number): ResponseRecord {
  return record({
    at: NOW - minutes * MINUTE - n,
    ...(n % 5 === 0 && { id: `${n}` }),
    server: `s${n % 3}`,
    client: n % 4 === 0 ? undefined : `c${n % 2}`,
    session: `${n % 7}`,
    duration_ms: n % 6 === 0 ? undefined : n,
    ...KINDS[kind % KINDS.length]?.(n),
  });
}

/** Returns responses that take 7.5 kB each, however they are compressed. */
export const bulky = (count: number, from: number, server = 'shop') =>
  Array.from({ length: count }, (_, n) =>
    record({
      server,
      at: NOW - from - n,
      response: { success: true, data: randomBytes(7_500).toString('base64') },
    }),
  );
