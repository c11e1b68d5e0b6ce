import type { FastifyInstance } from 'fastify';
import { SERIES_LIMIT } from '../../shared/api/series.ts';
import { filterOf } from './filter.ts';
import { answer, type Services } from './route.ts';

/** What the store answers about the filter, and nothing else is done with. */
export function questionsRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/overview', async ({ query }) => {
    return store.overview(filterOf(query, clock()), query.bucket);
  });
  answer(app, 'GET /api/v1/series', async ({ query }) => {
    const { metric, group_by, bucket = 'auto', limit = SERIES_LIMIT } = query;
    const ask = { metric, bucket, limit, ...(group_by && { groupBy: group_by }) };
    return store.series(filterOf(query, clock()), ask);
  });
  answer(app, 'GET /api/v1/errors', async ({ query }) => store.errors(filterOf(query, clock())));
  answer(app, 'GET /api/v1/warnings', async ({ query }) => store.warnings(filterOf(query, clock())));
  answer(app, 'GET /api/v1/quotas', async ({ query }) => {
    const now = clock();
    return store.quotas(filterOf(query, now), now);
  });
  answer(app, 'GET /api/v1/violations', async ({ query }) => store.violations(filterOf(query, clock())));
  answer(app, 'GET /api/v1/clients', async ({ query }) => store.clients(filterOf(query, clock())));
  answer(app, 'GET /api/v1/facets', async ({ query }) => store.facets(filterOf(query, clock())));
}
