import type { Memory } from '../../store.ts';
import type { Connection } from './connection.ts';

const nameOf = (name: string) => `memory ${name}`;

export function writeMemory(connection: Connection, { name, value }: Memory): void {
  connection.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', nameOf(name), value);
}

/** Returns the value last stored under the name; undefined if there is none. */
export function readMemory(connection: Connection, name: string): Uint8Array | undefined {
  return connection.get<{ value: Uint8Array }>('SELECT value FROM meta WHERE name = ?', nameOf(name))?.value;
}
