import type { FastifyInstance } from 'fastify';
import {
  type DEPRECATION_FORMATS,
  DEPRECATION_WINDOW_DAYS,
  type DeprecationQuery,
} from '../../shared/api/deprecations.ts';
import { DEPRECATION_COLUMNS } from '../../shared/deprecation-columns.ts';
import { csvOf } from '../../shared/text/csv.ts';
import { notFound } from '../errors.ts';
import type { DeprecationAsk } from '../store/store.ts';
import { acceptedFormat } from './accept.ts';
import { filterOf } from './filter.ts';
import { answer, Rendered, type Services } from './route.ts';

const MEDIA_TYPES = { csv: 'text/csv' } as const satisfies Record<
  (typeof DEPRECATION_FORMATS)[number],
  string
>;

export function deprecationsRoutes(app: FastifyInstance, { store, clock }: Services): void {
  answer(app, 'GET /api/v1/deprecations', async ({ query, request }) => {
    const now = clock();
    const deprecations = await store.deprecations(filterOf(query, now), askOf(query), now);
    const format = query.format ?? acceptedFormat(MEDIA_TYPES, request.headers.accept);
    if (format === undefined) return deprecations;
    return new Rendered(MEDIA_TYPES.csv, 'deprecations.csv', csvOf(DEPRECATION_COLUMNS, deprecations.items));
  });

  answer(app, 'GET /api/v1/deprecations/:id', async ({ query, params }) => {
    const now = clock();
    const found = await store.deprecation(params.id, filterOf(query, now), askOf(query), now);
    if (found === undefined) throw notFound('deprecated item', params.id);
    return found;
  });
}

function askOf({ window_days, threshold }: DeprecationQuery): DeprecationAsk {
  return { windowDays: window_days ?? DEPRECATION_WINDOW_DAYS, threshold: threshold ?? 0 };
}
