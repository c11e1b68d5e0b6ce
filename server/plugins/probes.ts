import type { FastifyInstance } from 'fastify';
import { internal } from '../errors.ts';
import type { Questions } from '../store/store.ts';

/** Adds `/healthz` (the process responds) and `/readyz` (so does its store). */
export function probes(app: FastifyInstance, store: Questions): void {
  const options = { config: { open: true }, schema: { hide: true } };
  app.get('/healthz', options, async () => ({ success: true, data: { status: 'ok' } }));
  app.get('/readyz', options, async (request) => {
    try {
      await store.stored();
    } catch (error) {
      request.log.error(error);
      throw internal('the database does not respond', 503);
    }
    return { success: true, data: { status: 'ready' } };
  });
}
