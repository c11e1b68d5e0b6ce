import { entry } from '../../../../shared/collections/entry.ts';
import type { Connection } from '../file/connection.ts';

/** The dictionaries that all servers share; the position of each is its number in the table of mentions. */
export const SHARED = ['callers', 'contexts', 'faults'] as const;
type Shared = (typeof SHARED)[number];

export function isShared(dictionary: string): dictionary is Shared {
  return (SHARED as readonly string[]).includes(dictionary);
}

/** Which servers have which entries of the shared dictionaries: an entry goes with the last server that has it. */
export class Mentions {
  readonly #connection: Connection;
  /** By server, those known to be noted. */
  readonly #noted = new Map<number, Set<number>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Notes that a server has an entry. Returns the entry. */
  note(dictionary: Shared, server: number, id: number): number {
    const noted = entry(this.#noted, server, () => new Set());
    const number = SHARED.indexOf(dictionary);
    const mention = id * SHARED.length + number;
    if (noted.has(mention)) return id;
    this.#connection.run('INSERT OR IGNORE INTO mentions VALUES (?, ?, ?)', server, number, id);
    noted.add(mention);
    return id;
  }
}

/** Selects the entries of a shared dictionary that no other server than one, the parameter, ever had. */
export const ownEntries = (dictionary: Shared) =>
  `SELECT m.entry FROM mentions m WHERE m.server = ? AND m.dictionary = ${SHARED.indexOf(dictionary)} AND NOT EXISTS
     (SELECT 1 FROM mentions o WHERE o.dictionary = m.dictionary AND o.entry = m.entry AND o.server <> m.server)`;
