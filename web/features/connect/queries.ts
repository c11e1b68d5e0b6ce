import { queryOptions } from '@tanstack/react-query';
import { get } from '../../lib/api.ts';

/** How often to check whether something arrived, ms. */
export const EVERY_MS = 1000;

/** Name of the tool in a test response, which this page sends itself: it says nothing about a server. */
export const TEST_TOOL = 'mailroom_test';

/** Everything stored, however old: an import may be from last year. */
const EVER = '-5200w';

/** Of more that arrive between two checks, the first of the newest so many is shown. */
const AT_ONCE = 20;

/** Responses of one server, or of any: the ids of the newest, newest first, and the number of all. */
export interface Newest {
  readonly newest: string;
  readonly ids: readonly string[];
  readonly total: number;
}

/**
 * The newest responses when the page began to wait, or now; null if there is none. Each wait, identified by its start
 * `since`, has its own question.
 */
export const newestQuestion = (at: 'before' | 'now', server: string | null, since: number) =>
  queryOptions<Newest | null>({
    queryKey: ['connect', at, server, since],
    queryFn: async ({ signal }) => {
      const query = { from: EVER, limit: AT_ONCE, ...(server === null ? {} : { server: [server] }) };
      const { items, total } = await get('GET /api/v1/responses', { query, signal });
      const ids = items.map(({ id }) => id);
      const [newest] = ids;
      return newest === undefined ? null : { newest, ids, total: total ?? 0 };
    },
    staleTime: at === 'before' ? Number.POSITIVE_INFINITY : 0,
    gcTime: 0,
    meta: { live: false },
  });

/** The first response that arrived since; the newest if none is newer than those before. */
export function firstSince(before: Newest | null, { newest, ids }: Newest): string {
  const known = before === null ? -1 : ids.indexOf(before.newest);
  return ids.at(known === -1 ? -1 : Math.max(0, known - 1)) ?? newest;
}
