import type { FastifyInstance } from 'fastify';
import { filterOf } from '../filter.ts';
import { answer, type Services } from './route.ts';

export function conformanceRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/conformance', async ({ query }) => store.conformance(filterOf(query, clock())));
}
