import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ErrorGroup, ErrorGroups } from '../../../shared/api/error-groups.ts';
import { defined } from '../../../shared/collections/defined.ts';
import { HOUR } from '../../../shared/time/units.ts';
import { get } from '../../lib/api.ts';
import type { Filter } from '../../lib/filter.ts';
import { serverNow } from '../../lib/now.ts';
import { question } from '../../lib/question.ts';
import { ms } from '../../lib/times.ts';
import type { ErrorsSearch } from './search.ts';

/** Maximum delay until a mute's end is checked again, ms: a timer takes at most 24 days. */
const LONGEST_WAIT_MS = HOUR;

/** Time in ms until the first of the mutes shown ends: the group is then open, which no event announces. */
function untilMuteEnds(groups: readonly Pick<ErrorGroup, 'muted_until'>[]): number | false {
  const ends = groups.flatMap(({ muted_until }) => (muted_until === null ? [] : [ms(muted_until)]));
  const left = Math.min(...ends) - serverNow();
  return ends.length > 0 && Math.min(Math.max(left, 1000), LONGEST_WAIT_MS);
}

/** Categories of all traffic in the filter, so that each keeps its place while one is selected. */
export const categoriesQuestion = ({ category: _category, code: _code, ...filter }: Filter) =>
  question('GET /api/v1/errors', { query: filter });

/** Number of groups per page of the list. */
const PAGE_GROUPS = 100;
/** Number of groups per page of a file: the most that the server takes. */
const PAGE_SAVED = 500;

type Cursor = string | null;

const groupsQuery = (filter: Filter, { state, sort }: ErrorsSearch, limit: number) =>
  defined({ ...filter, limit, state: state && [state], sort });

const groupsAfter = (query: ReturnType<typeof groupsQuery>, cursor: Cursor, signal?: AbortSignal) =>
  get('GET /api/v1/error-groups', {
    query: { ...query, ...(cursor === null ? {} : { cursor }) },
    signal,
  });

/**
 * The groups of pages that were asked for one after the other, each once, with its newest figures: one whose failures leave
 * the range in between is on the next page as well.
 */
export function groupsOn(pages: readonly Pick<ErrorGroups, 'items'>[]): readonly ErrorGroup[] {
  const groups = pages.flatMap(({ items }) => items);
  return [...new Map(groups.map((group) => [group.id, group])).values()];
}

/** Fetches every group of the list, loaded or not, in its order. */
export async function everyGroup(filter: Filter, search: ErrorsSearch): Promise<readonly ErrorGroup[]> {
  const query = groupsQuery(filter, search, PAGE_SAVED);
  const pages: ErrorGroups[] = [];
  let cursor: Cursor = null;
  do {
    const page: ErrorGroups = await groupsAfter(query, cursor);
    pages.push(page);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return groupsOn(pages);
}

export const groupsQuestion = (filter: Filter, search: ErrorsSearch) => {
  const query = groupsQuery(filter, search, PAGE_GROUPS);
  return infiniteQueryOptions({
    queryKey: ['GET /api/v1/error-groups', { query }, 'pages'],
    queryFn: ({ pageParam, signal }) => groupsAfter(query, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state: { data } }) => untilMuteEnds(data?.pages.flatMap(({ items }) => items) ?? []),
  });
};

export const groupQuestion = (id: string, filter: Filter) =>
  queryOptions({
    ...question('GET /api/v1/error-groups/:id', { params: { id }, query: filter }),
    refetchInterval: ({ state: { data } }) => untilMuteEnds(data === undefined ? [] : [data]),
  });
