import type { FastifyInstance } from 'fastify';

/** The commands, from anyone, that changed what pages show: a group's state, a server's pin, a forgotten server. */
export interface Commands {
  /** How many were carried out since the server started. */
  readonly count: () => number;
  /** Calls back after each. */
  readonly onDone: (listener: () => void) => void;
}

export function commands(app: FastifyInstance): Commands {
  let count = 0;
  const listeners: (() => void)[] = [];
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if ((method !== 'PATCH' && method !== 'DELETE') || statusCode >= 300) return;
    count++;
    for (const listener of listeners) listener();
  });
  return { count: () => count, onDone: (listener) => listeners.push(listener) };
}
