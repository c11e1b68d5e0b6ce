import { queryOptions } from '@tanstack/react-query';
import { get } from '../../lib/api.ts';
import { question } from '../../lib/question.ts';

/** How often it is looked whether something came, ms. */
export const EVERY_MS = 1000;

/** All that is kept, however old: an import may be of last year. */
const EVER = '-5200w';

const query = (server: string | null) => ({
  from: EVER,
  limit: 1,
  ...(server === null ? {} : { server: [server] }),
});

/** The newest response, of one server or of any, when the page began to wait; null where there was none. */
export const before = (server: string | null) =>
  queryOptions({
    queryKey: ['connect', 'before', server],
    queryFn: async ({ signal }) =>
      (await get('GET /api/v1/responses', { query: query(server), signal })).items[0]?.id ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { live: false },
  });

/** The newest response now. */
export const newest = (server: string | null) => question('GET /api/v1/responses', { query: query(server) });

export const responseQuestion = (id: string) => question('GET /api/v1/responses/:id', { params: { id } });
