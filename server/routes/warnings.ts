import type { FastifyInstance } from 'fastify';
import { filterOf } from './filter.ts';
import { answer, type Services } from './route.ts';

export function warningsRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/warnings', async ({ query }) => store.warnings(filterOf(query, clock())));
}
