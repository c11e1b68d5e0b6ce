import { isObject, type JsonObject, parseJson } from '../../../../shared/json/value.ts';
import type { Connection } from '../file/connection.ts';
import { addToMeta, deleteMeta, readMeta, writeMeta } from '../file/meta.ts';

/**
 * A server whose forgetting has begun and not ended; until then figures count what is already gone. It is
 * recorded under its id, since it gives up its name at once: whatever is reported under the name meanwhile
 * belongs to another server, so that nothing is added to what is being removed.
 */
export interface Forgotten {
  readonly server: number;
  readonly name: string;
  /** The last cell looked at: the index of its table, then its key. Empty while search words are left. */
  readonly cell: readonly number[];
}

const MARK = 'forgetting ';

/** Returns the servers whose forgetting has begun and not ended. */
export function beingForgotten(connection: Connection): readonly Forgotten[] {
  return connection
    .rows<readonly [string, string]>(
      "SELECT name, value FROM meta WHERE name LIKE ? || '%' ORDER BY name",
      MARK,
    )
    .flatMap(([mark, value]): readonly Forgotten[] => {
      const { name, cell } = objectIn(value);
      if (typeof name !== 'string' || !Array.isArray(cell)) return [];
      return [{ server: Number(mark.slice(MARK.length)), name, cell: cell.map(Number) }];
    });
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text);
  return isObject(value) ? value : {};
}

export function idsBeingForgotten(connection: Connection): ReadonlySet<number> {
  return new Set(beingForgotten(connection).map(({ server }) => server));
}

/** Records that forgetting has begun, or how far it has come. */
export function noteForgotten(connection: Connection, { server, name, cell }: Forgotten): void {
  writeMeta(connection, `${MARK}${server}`, JSON.stringify({ name, cell }));
}

/** Removes the record, and with it the name: the server is forgotten. */
export function unnoteForgotten(connection: Connection, server: number): void {
  deleteMeta(connection, `${MARK}${server}`);
  addToMeta(connection, 'forgotten', 1);
}

/** Number of servers forgotten so far. */
export function timesForgotten(connection: Connection): number {
  return readMeta(connection, 'forgotten') ?? 0;
}
