import type { FastifyInstance } from 'fastify';
import { filterOf } from './filter.ts';
import { answer, type Services } from './route.ts';

export function facetsRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/facets', async ({ query }) => store.facets(filterOf(query, clock())));
}
