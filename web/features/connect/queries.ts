import { queryOptions } from '@tanstack/react-query';
import { get } from '../../lib/api.ts';
import { question } from '../../lib/question.ts';

/** How often it is looked whether something came, ms. */
export const EVERY_MS = 1000;

/** All that is kept, however old: an import may be of last year. */
const EVER = '-5200w';

/**
 * The newest response of one server, or of any: when the page began to wait, or now; null where there is none. Each who
 * waits, told by `since` when they began, asks for themselves.
 */
export const newestQuestion = (at: 'before' | 'now', server: string | null, since: number) =>
  queryOptions({
    queryKey: ['connect', at, server, since],
    queryFn: async ({ signal }) => {
      const query = { from: EVER, limit: 1, ...(server === null ? {} : { server: [server] }) };
      const { items } = await get('GET /api/v1/responses', { query, signal });
      return items[0]?.id ?? null;
    },
    staleTime: at === 'before' ? Number.POSITIVE_INFINITY : 0,
    gcTime: 0,
    meta: { live: false },
  });

export const responseQuestion = (id: string) => question('GET /api/v1/responses/:id', { params: { id } });
