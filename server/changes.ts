import type { FastifyInstance } from 'fastify';

/** Changes by anyone of what pages show besides responses: a group's state, a pin, or a forgotten server. */
export interface ChangeCount {
  /** How many there were since the server started. */
  readonly current: () => number;
  /** Calls back after each. */
  readonly onChange: (listener: () => void) => void;
}

/** Counts the successful commands to routes that are added to `app` after this call. */
export function countChanges(app: FastifyInstance): ChangeCount {
  let count = 0;
  const listeners: (() => void)[] = [];
  // Before the answer is sent: that it was is never said of a client that has gone.
  app.addHook('onSend', async ({ method }, { statusCode }) => {
    if ((method !== 'PATCH' && method !== 'DELETE') || statusCode >= 300) return;
    count++;
    for (const listener of listeners) listener();
  });
  return { current: () => count, onChange: (listener) => listeners.push(listener) };
}
