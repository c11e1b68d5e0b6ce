import type { Server } from 'node:net';

/** The port that a server listens on; undefined while it does not. */
export function listeningPort(server: Server): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}
