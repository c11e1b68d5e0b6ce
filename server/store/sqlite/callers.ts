import type { Connection } from './connection.ts';

export interface Caller {
  /** Null where it does not say who it is. */
  readonly client: string | null;
  readonly version: string | null;
}

/** Every caller, by its id. */
export function callersById(connection: Connection): readonly (Caller | undefined)[] {
  const callers: Caller[] = [];
  for (const { id, ...caller } of connection.all<Caller & { id: number }>(
    'SELECT id, client, version FROM callers',
  ))
    callers[id] = caller;
  return callers;
}
