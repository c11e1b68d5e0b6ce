import type { FastifyInstance } from 'fastify';
import { filterOf } from './filter.ts';
import { answer, type Services } from './route.ts';

export function errorsRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/errors', async ({ query }) => store.errors(filterOf(query, clock())));
}
