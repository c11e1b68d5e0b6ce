import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts a server on a free port of this machine, which it returns. */
export async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}
