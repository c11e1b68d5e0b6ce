import type { FastifyInstance } from 'fastify';
import { filterOf } from './filter.ts';
import { answer, type Services } from './route.ts';

export function quotasRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/quotas', async ({ query }) => {
    const now = clock();
    return store.quotas(filterOf(query, now), now);
  });
}
