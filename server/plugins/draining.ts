import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long closing waits for pending requests, ms. */
const LONGEST = 10_000;

/**
 * On closing, answers pending requests and drops every other connection. Node itself waits for connections
 * without any request yet, which browsers open in advance.
 */
export function draining(app: FastifyInstance): void {
  const waiting = new Set<Socket>();
  let closing = false;
  app.server.on('connection', (socket) => {
    waiting.add(socket);
    socket.once('close', () => waiting.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    response.once('close', () => {
      if (closing) socket.destroySoon();
      else if (!socket.destroyed) waiting.add(socket);
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    for (const socket of waiting) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), LONGEST).unref();
  });
}
