import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { ResponsePage, ResponseRow } from '../../../shared/api/responses.ts';
import { type ApiFailure, get } from '../../lib/api.ts';
import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';

/** Rows of one page of the log. */
const PAGE_ROWS = 100;

type Cursor = string | null;

/** The log, newest first, a page at a time. Live does not ask it again: new rows come in when the reader says so. */
export const logQuestion = (filter: Filter) =>
  infiniteQueryOptions<
    ResponsePage,
    ApiFailure,
    InfiniteData<ResponsePage, Cursor>,
    readonly unknown[],
    Cursor
  >({
    queryKey: ['GET /api/v1/responses', { query: filter }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get('GET /api/v1/responses', {
        query: { ...filter, limit: PAGE_ROWS, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (page) => page.next_cursor,
    meta: { live: false },
  });

/** Puts rows that arrived, oldest first, on top of the log that is held. */
export function insertArrived(client: QueryClient, filter: Filter, rows: readonly ResponseRow[]): void {
  client.setQueryData(logQuestion(filter).queryKey, (held) => {
    const [first, ...rest] = held?.pages ?? [];
    if (held === undefined || first === undefined) return held;
    const known = new Set(first.items.map(({ id }) => id));
    const fresh = rows.filter(({ id }) => !known.has(id)).toReversed();
    const total = first.total === null ? null : first.total + fresh.length;
    return { ...held, pages: [{ ...first, total, items: [...fresh, ...first.items] }, ...rest] };
  });
}

export const responseQuestion = (id: string) =>
  question('GET /api/v1/responses/:id', { params: { id } }, { live: false });
