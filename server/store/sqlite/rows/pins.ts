import { DIALECTS, type Dialect } from '../../../../shared/verdict.ts';
import type { Connection } from '../file/connection.ts';
import { numberOf, wellFormed } from '../file/words.ts';

/** Pins a server to a dialect, or to none with null. False where the server was never seen. */
export function pin(connection: Connection, server: string, dialect: Dialect | null): boolean {
  const number = dialect === null ? null : numberOf(DIALECTS, dialect);
  return connection.run('UPDATE servers SET pinned = ? WHERE name = ?', number, wellFormed(server)) === 1;
}

/** Server → pinned dialect. */
export function pins(connection: Connection): ReadonlyMap<string, Dialect> {
  const pinned = connection.all<{ name: string; pinned: number }>(
    'SELECT name, pinned FROM servers WHERE pinned IS NOT NULL',
  );
  return new Map(
    pinned.flatMap(({ name, pinned: number }) => {
      const dialect = DIALECTS[number];
      return dialect === undefined ? [] : [[name, dialect] as const];
    }),
  );
}
