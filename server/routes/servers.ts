import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import { filterOf } from '../filter.ts';
import { answer, type Services } from './route.ts';

export function serversRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/servers', async ({ query }) => {
    const now = clock();
    return store.servers(filterOf(query, now), now);
  });

  answer(app, 'PATCH /api/v1/servers/:name', async ({ params: { name }, body: { dialect } }) => {
    if ((await store.pin(name, dialect)) === undefined) throw notFound('server', name);
    return { name, pinned: dialect };
  });
}
