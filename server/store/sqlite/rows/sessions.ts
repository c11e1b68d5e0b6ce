import type { Connection } from '../file/connection.ts';
import { wellFormed } from '../file/words.ts';

/** Maximum number of sessions remembered. */
const KNOWN_SESSIONS = 10_000;

interface Session {
  readonly id: number;
  /** Key of its newest response. */
  newest: number;
}

/** Sessions as the writer sees them: not capped like other names, but removed with their last response. */
export class Sessions {
  readonly #connection: Connection;
  readonly #known = new Map<string, Session>();
  /** Those with a newer response than is stored. */
  readonly #moved = new Set<Session>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Returns the id of a server's session that has a response with the key, creating it if new. */
  id(server: number, name: string, key: number): number {
    const known = this.#known.get(`${server} ${name}`);
    if (known !== undefined) {
      if (key > known.newest) {
        known.newest = key;
        this.#moved.add(known);
      }
      return known.id;
    }
    const id = this.#connection.insert(
      `INSERT INTO sessions (server, name, newest) VALUES (?, ?, ?)
       ON CONFLICT (server, name) DO UPDATE SET newest = max(newest, excluded.newest)`,
      server,
      wellFormed(name),
      key,
    );
    if (this.#known.size >= KNOWN_SESSIONS) this.#known.clear();
    this.#known.set(`${server} ${name}`, { id, newest: key });
    return id;
  }

  /** Stores the newest keys; once per append, at its end. */
  write(): void {
    for (const { id, newest } of this.#moved)
      this.#connection.run('UPDATE sessions SET newest = max(newest, ?) WHERE id = ?', newest, id);
    this.#moved.clear();
  }
}
