import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { ResponseDetail, ResponsePage, ResponseRow } from '../../../shared/api/responses.ts';
import { type ApiFailure, get } from '../../lib/api.ts';
import { defined, type Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';

/** Rows of the first page of the log, which is to be quick, and of each further one. */
const FIRST_ROWS = 100;
const FURTHER_ROWS = 500;
/** Rows up to which the first page grows by what arrives. */
const MAX_FIRST = 1000;

type Cursor = string | null;

/** What the log is asked for, pages apart. */
export interface LogQuery extends Filter {
  readonly quarantined?: boolean;
}

/** The log, newest first, a page at a time. Live does not ask it again: new rows come in when the reader says so. */
export const logQuestion = (asked: LogQuery) =>
  infiniteQueryOptions<
    ResponsePage,
    ApiFailure,
    InfiniteData<ResponsePage, Cursor>,
    readonly unknown[],
    Cursor
  >({
    queryKey: ['GET /api/v1/responses', { query: asked }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get('GET /api/v1/responses', {
        query: {
          ...asked,
          ...(pageParam === null ? { limit: FIRST_ROWS } : { limit: FURTHER_ROWS, cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (page) => page.next_cursor,
    meta: { live: false },
    refetchOnWindowFocus: false,
    // Rows never change: comparing all that is held with itself at each page would only cost.
    structuralSharing: false,
  });

/**
 * Puts rows that arrived, oldest first, on top of the log that is held. Where they are not known, or are more than its
 * first page should hold, the newest page is asked again in place of all; so it is while a page is on its way, which
 * would come on top of the log as it was when it was asked for.
 */
export function insertArrived(
  client: QueryClient,
  filter: Filter,
  rows: readonly ResponseRow[] | undefined,
): void {
  const { queryKey } = logQuestion(filter);
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

/**
 * Lets go of what has left a range that moves on: the newest page in place of all that is held. New rows on top of it
 * come when the reader says so; unless they come by themselves, such a page is passed over.
 */
export async function letGo(client: QueryClient, filter: Filter, follow: boolean): Promise<void> {
  const { queryKey } = logQuestion(filter);
  const page = await get('GET /api/v1/responses', { query: { ...filter, limit: FIRST_ROWS } });
  const [top] = page.items;
  const held = client.getQueryData(queryKey)?.pages[0]?.items[0];
  const isNews = top !== undefined && top.id !== held?.id;
  if (client.isFetching({ queryKey, exact: true }) > 0 || (isNews && !follow)) return;
  client.setQueryData(queryKey, { pages: [page], pageParams: [null] });
}

export const responseQuestion = (id: string) =>
  question('GET /api/v1/responses/:id', { params: { id } }, { live: false });

/** How often the rules that a response breaks are broken by its server, in the range. */
export const sameBreaksQuestion = ({ from, to }: Filter, { server, verdict }: ResponseDetail) =>
  question('GET /api/v1/violations', {
    query: defined({
      from,
      to,
      server: [server],
      rule: [...new Set(verdict.violations.map(({ rule }) => rule))].toSorted(),
    }),
  });
