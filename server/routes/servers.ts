import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { isStoreFault } from '../store/faults.ts';
import { filterOf } from './filter.ts';
import { answer, type Services } from './route.ts';

/** How long one request keeps deleting, ms. */
const FORGETTING_MS = 1_000;

export function serversRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/servers', async ({ query }) => {
    return store.servers(filterOf(query, clock()));
  });

  answer(app, 'PATCH /api/v1/servers/:name', async ({ params: { name }, body: { dialect } }) => {
    if ((await store.pin(name, dialect)) === undefined) throw notFound('server', name);
    return { name, pinned: dialect };
  });

  answer(app, 'DELETE /api/v1/servers/:name', async ({ params: { name }, query: { rest } }) => {
    const end = clock() + FORGETTING_MS;
    let piece = rest === true ? await store.forgetRest(name) : await store.forget(name);
    // Of a rest, the round of every minute may have removed the last.
    if (piece === undefined && rest !== true) throw notFound('server', name);
    let responses = piece?.responses ?? 0;
    try {
      // Only the rest: whatever reports under the name meanwhile is another server.
      while (piece?.more === true && clock() < end) {
        // Undefined if another request has just removed the last of it.
        piece = await store.forgetRest(name);
        responses += piece?.responses ?? 0;
      }
    } catch (error) {
      // What was removed is gone, so the request did not fail; there is more to do once there is room.
      if (!isStoreFault(error)) throw error;
    }
    return { responses, more: piece?.more ?? false };
  });
}
