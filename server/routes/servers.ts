import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { filterOf } from '../filter.ts';
import type { Removed, Store } from '../store/store.ts';
import { answer, type Services } from './route.ts';

/** How long one request forgets, ms. */
const FORGETTING_MS = 1_000;

export function serversRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/servers', async ({ query }) => {
    return store.servers(filterOf(query, clock()));
  });

  answer(app, 'PATCH /api/v1/servers/:name', async ({ params: { name }, body: { dialect } }) => {
    if ((await store.pin(name, dialect)) === undefined) throw notFound('server', name);
    return { name, pinned: dialect };
  });
  answer(app, 'DELETE /api/v1/servers/:name', async ({ params: { name } }) => {
    const end = clock() + FORGETTING_MS;
    const removed = await forget(store, name, () => clock() < end);
    if (removed === undefined) throw notFound('server', name);
    return removed;
  });
}

/** Forgets a piece at a time while there is more and it may go on. Undefined where the server was never seen. */
async function forget(store: Store, name: string, goOn: () => boolean): Promise<Removed | undefined> {
  let piece = await store.forget(name);
  if (piece === undefined) return undefined;
  let { responses } = piece;
  while (piece?.more === true && goOn()) {
    // Undefined where somebody else has just removed the last of it.
    piece = await store.forget(name);
    responses += piece?.responses ?? 0;
  }
  return { responses, more: piece?.more ?? false };
}
