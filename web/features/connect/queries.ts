import { queryOptions } from '@tanstack/react-query';
import { type ApiFailure, get } from '../../lib/api.ts';
import { question } from '../../lib/question.ts';

/** How often to check whether something arrived, ms. */
export const EVERY_MS = 1000;

/** Everything stored, however old: an import may be from last year. */
const EVER = '-5200w';

/**
 * Id of the newest response of one server, or of any, and the number of all: when the page began to wait, or now;
 * null if there is none. Each wait, identified by its start `since`, has its own question.
 */
export const newestQuestion = (at: 'before' | 'now', server: string | null, since: number) =>
  queryOptions<{ readonly id: string; readonly total: number } | null, ApiFailure>({
    queryKey: ['connect', at, server, since],
    queryFn: async ({ signal }) => {
      const query = { from: EVER, limit: 1, ...(server === null ? {} : { server: [server] }) };
      const { items, total } = await get('GET /api/v1/responses', { query, signal });
      const [newest] = items;
      return newest === undefined ? null : { id: newest.id, total: total ?? 0 };
    },
    staleTime: at === 'before' ? Number.POSITIVE_INFINITY : 0,
    gcTime: 0,
    meta: { live: false },
  });

export const responseQuestion = (id: string) =>
  question('GET /api/v1/responses/:id', { params: { id } }, { live: false });
