import type { Connection } from '../file/connection.ts';

export interface Caller {
  /** Null if unidentified. */
  readonly client: string | null;
  readonly version: string | null;
  /** Epoch ms. */
  readonly first_seen: number;
  readonly last_seen: number;
}

/** All callers, by id; read once per question. */
export function callersById(connection: Connection): readonly (Caller | undefined)[] {
  return connection.memo('callers', () => {
    const callers: Caller[] = [];
    for (const { id, ...caller } of connection.all<Caller & { id: number }>('SELECT * FROM callers'))
      callers[id] = caller;
    return callers;
  });
}

/** Number of distinct clients of the callers with these ids; all that are unidentified count as one. */
export function countClients(callers: ReturnType<typeof callersById>, ids: Iterable<number>): number {
  return new Set(Array.from(ids, (id) => callers[id]?.client ?? null)).size;
}
