import { isObject, type JsonObject, parseJson } from '../../../../shared/json.ts';
import type { Connection } from '../file/connection.ts';

/**
 * A server whose forgetting has begun and not ended: until then figures count what is gone already. It is noted under its
 * id, since it gives up its name at once: what it reports meanwhile is another server's, so that nothing is added to what goes.
 */
export interface Forgotten {
  readonly server: number;
  readonly name: string;
  /** The last cell looked at: the place of its table, then its key. Empty while words are left in the search. */
  readonly cell: readonly number[];
}

const MARK = 'forgetting ';

/** The servers whose forgetting has begun and not ended. */
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

/** Their ids. */
export function idsBeingForgotten(connection: Connection): ReadonlySet<number> {
  return new Set(beingForgotten(connection).map(({ server }) => server));
}

/** Notes that forgetting has begun, or how far it has come. */
export function noteForgotten(connection: Connection, { server, name, cell }: Forgotten): void {
  connection.run(
    'INSERT OR REPLACE INTO meta VALUES (?, ?)',
    `${MARK}${server}`,
    JSON.stringify({ name, cell }),
  );
}

/** Takes the note away, and with it the name: the server is forgotten. */
export function unnoteForgotten(connection: Connection, server: number): void {
  connection.run('DELETE FROM meta WHERE name = ?', `${MARK}${server}`);
  connection.run("INSERT INTO meta VALUES ('forgotten', 1) ON CONFLICT DO UPDATE SET value = value + 1");
}

/** How many servers were forgotten. */
export function timesForgotten(connection: Connection): number {
  return connection.get<{ value: number }>("SELECT value FROM meta WHERE name = 'forgotten'")?.value ?? 0;
}
