import type { Saved } from '../../record.ts';
import type { Connection } from './connection.ts';

/** The single values that the file keeps, by their names in the table `meta`. */
interface Meta {
  /** Eight random bytes, which the digests of capture ids depend on. Secret. */
  readonly salt: Uint8Array;
  /** Number of stored responses, quarantined ones included. */
  readonly responses: number;
  /** The largest difference, in ms, between the time of a key and its row's time of observation. */
  readonly max_shift: number;
  /** Epoch ms before which responses were removed. */
  readonly removed_before: number;
  /** The age limit last applied to the file, ms; 0 if it had none. */
  readonly keep_ms: number;
  /** The minute from which the cells of a tier are kept. */
  readonly [oldest: `oldest_minute_${number}`]: number;
  /** For each tier, the minute up to which it is closed, as a JSON array. */
  readonly closed_minutes: string;
  /** Number of servers forgotten so far. */
  readonly forgotten: number;
  /** What is left of a server being forgotten, by its id: JSON. */
  readonly [forgetting: `forgetting ${number}`]: string;
  /** Id of the block up to which all are compressed thoroughly. */
  readonly compacted_block: number;
  /** 1 while the end of the file, or its write-ahead log, has pages that are no longer the database's. */
  readonly stale_log: number;
  /** 1 while the search index may hold words that were redacted since. */
  readonly stale_words: number;
  /** What `Store.recall` returns, by its name. */
  readonly [saved: `memory ${string}`]: Uint8Array;
}

/** Returns a value; undefined if it is not stored. */
export function readMeta<K extends keyof Meta>(connection: Connection, name: K): Meta[K] | undefined {
  return connection.get<{ value: Meta[K] }>('SELECT value FROM meta WHERE name = ?', name)?.value;
}

export function writeMeta<K extends keyof Meta>(connection: Connection, name: K, value: Meta[K]): void {
  connection.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', name, value);
}

/** Adds to a number, which is 0 if it is not stored. */
export function addToMeta(connection: Connection, name: 'responses' | 'forgotten', more: number): void {
  connection.run(
    'INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value',
    name,
    more,
  );
}

export function deleteMeta(connection: Connection, name: keyof Meta): void {
  connection.run('DELETE FROM meta WHERE name = ?', name);
}

export function readSaved(connection: Connection, name: string): Uint8Array | undefined {
  return readMeta(connection, `memory ${name}`);
}

export function writeSaved(connection: Connection, { name, value }: Saved): void {
  writeMeta(connection, `memory ${name}`, value);
}
