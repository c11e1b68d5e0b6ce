import type { FastifyInstance } from 'fastify';
import { filterOf } from './filter.ts';
import { answer, type Services } from './route.ts';

export function violationsRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/violations', async ({ query }) => store.violations(filterOf(query, clock())));
}
