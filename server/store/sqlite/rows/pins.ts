import { DIALECTS, type Dialect } from '../../../../shared/verdict.ts';
import type { Connection } from '../file/connection.ts';
import { dialectOf, numberOf, wellFormed } from '../file/words.ts';
import { idsBeingForgotten } from './forgotten.ts';

/** Pins a server to a dialect; null unpins. Undefined if the server was never seen or is being forgotten. */
export function pin(connection: Connection, server: string, dialect: Dialect | null): true | undefined {
  const id = connection.first('SELECT id FROM servers WHERE name = ?', wellFormed(server));
  if (id === undefined || idsBeingForgotten(connection).has(id)) return undefined;
  const number = dialect === null ? null : numberOf(DIALECTS, dialect);
  connection.run('UPDATE servers SET pinned = ? WHERE id = ?', number, id);
  return true;
}

/** Pinned dialect by server. */
export function pins(connection: Connection): ReadonlyMap<string, Dialect> {
  const pinned = connection.all<{ name: string; pinned: number }>(
    'SELECT name, pinned FROM servers WHERE pinned IS NOT NULL',
  );
  return new Map(pinned.map(({ name, pinned: number }) => [name, dialectOf(number)]));
}
