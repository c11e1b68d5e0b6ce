import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import type { ResponseDetail, ResponsePage, ResponseRow } from '../../../shared/api/responses.ts';
import { defined } from '../../../shared/collections/defined.ts';
import { get } from '../../lib/api.ts';
import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';
import { responseQuestion } from '../../lib/questions.ts';
import type { TrafficSearch } from './search.ts';

/** Rows of the first page of the log, which must be fast, and of each further page. */
export const FIRST_ROWS = 100;
const FURTHER_ROWS = 500;
/** Number of rows to which arrivals may extend the first page. */
const MAX_FIRST = 1000;

type Cursor = string | null;

/** Parameters of the log, except its pages. */
export interface LogQuery extends Filter, TrafficSearch {
  readonly quarantined?: boolean;
}

/** Whether the log is shown as it was when it was requested: nothing streams what arrives in it. */
export const isSnapshot = ({ quarantined = false, contains, deprecated }: LogQuery) =>
  quarantined || contains !== undefined || deprecated !== undefined;

export type LogResult = UseInfiniteQueryResult<InfiniteData<ResponsePage>>;

/** The log, newest first, in pages. Live does not refresh it: new rows are added when the user says so. */
export const logQuestion = (asked: LogQuery) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/v1/responses', { query: asked }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get('GET /api/v1/responses', {
        query: {
          ...asked,
          ...(pageParam === null ? { limit: FIRST_ROWS } : { limit: FURTHER_ROWS, cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as Cursor,
    getNextPageParam: (page) => page.next_cursor,
    meta: { live: false },
    // What arrived while another log or page was shown is not among the arrivals counted here.
    staleTime: 0,
    refetchOnWindowFocus: false,
    // Rows never change: comparing everything loaded with itself on each page is wasted work.
    structuralSharing: false,
  });

/**
 * Puts arrived rows, oldest first, on top of the loaded log. If `rows` is undefined or too many for the first
 * page, fetches the newest page to replace everything; also while a page is in flight, which would be added
 * to the log as it was when requested.
 */
export function insertArrived(
  client: QueryClient,
  asked: LogQuery,
  rows: readonly ResponseRow[] | undefined,
): void {
  const { queryKey } = logQuestion(asked);
  const held = client.getQueryData(queryKey);
  const [first, ...rest] = held?.pages ?? [];
  if (held === undefined || first === undefined) return;
  const isFetching = client.isFetching({ queryKey, exact: true }) > 0;
  if (rows === undefined || isFetching || first.items.length + rows.length > MAX_FIRST) {
    client.setQueryData(queryKey, { pages: [first], pageParams: held.pageParams.slice(0, 1) });
    void client.invalidateQueries({ queryKey });
    return;
  }
  const known = new Set(first.items.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !known.has(id)).toReversed();
  const total = first.total === null ? null : first.total + fresh.length;
  client.setQueryData(queryKey, {
    ...held,
    pages: [{ ...first, total, items: [...fresh, ...first.items] }, ...rest],
  });
}

/** Whether a page, newest first, has rows that are not `loaded`, except those below it: they are further ones. */
function hasNews(page: readonly ResponseRow[], loaded: readonly ResponsePage[]): boolean {
  const known = new Set(loaded.flatMap(({ items }) => items.map(({ id }) => id)));
  const first = page.findIndex(({ id }) => !known.has(id));
  if (first <= 0) return first === 0;
  return loaded.at(-1)?.next_cursor === null || page.slice(first).some(({ id }) => known.has(id));
}

/**
 * Drops what has left a range that moves on: fetches the newest page to replace everything loaded. A page
 * with new rows is ignored unless `follow`, since those appear when the user says so.
 */
export async function letGo(client: QueryClient, filter: Filter, follow: boolean): Promise<void> {
  const { queryKey } = logQuestion(filter);
  const before = client.getQueryData(queryKey);
  const page = await get('GET /api/v1/responses', { query: { ...filter, limit: FIRST_ROWS } });
  // What was loaded or inserted meanwhile is newer than this page.
  const isOutdated =
    client.getQueryData(queryKey) !== before || client.isFetching({ queryKey, exact: true }) > 0;
  if (isOutdated || (!follow && hasNews(page.items, before?.pages ?? []))) return;
  client.setQueryData(queryKey, { pages: [page], pageParams: [null] });
}

/** Maximum length of a capture that is fetched again, each second at most, as its session goes on. */
const MAX_LIVE = 250_000;

/** The response that is open; `held` is the answer so far. */
export const openQuestion = (id: string, held: ResponseDetail | undefined) =>
  responseQuestion(id, held === undefined || (held.session !== null && held.raw.length <= MAX_LIVE));

/** How often the server breaks, in the range, the rules that a response breaks. */
export const sameBreaksQuestion = ({ from, to }: Filter, { server, verdict }: ResponseDetail) =>
  question('GET /api/v1/violations', {
    query: defined({
      from,
      to,
      server: [server],
      rule: [...new Set(verdict.violations.map(({ rule }) => rule))].toSorted(),
    }),
  });
