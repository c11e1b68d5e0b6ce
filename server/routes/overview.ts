import type { FastifyInstance } from 'fastify';
import { filterOf } from './filter.ts';
import { answer, type Services } from './route.ts';

export function overviewRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/overview', async ({ query }) => {
    return store.overview(filterOf(query, clock()), query.bucket);
  });
}
