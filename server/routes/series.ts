import type { FastifyInstance } from 'fastify';
import { SERIES_LIMIT } from '../../shared/api/series.ts';
import { filterOf } from './filter.ts';
import { answer, type Services } from './route.ts';

export function seriesRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/series', async ({ query }) => {
    const { metric, group_by, bucket = 'auto', limit = SERIES_LIMIT } = query;
    const ask = { metric, bucket, limit, ...(group_by && { groupBy: group_by }) };
    return store.series(filterOf(query, clock()), ask);
  });
}
