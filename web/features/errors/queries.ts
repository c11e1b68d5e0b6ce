import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { ErrorGroups } from '../../../shared/api/error-groups.ts';
import { type ApiFailure, get } from '../../lib/api.ts';
import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';
import type { ErrorsSearch } from './search.ts';

/** Categories of the whole traffic in the filter, so that each keeps its place while one is chosen. */
export const categoriesQuestion = ({ category: _category, code: _code, ...filter }: Filter) =>
  question('GET /api/v1/errors', { query: filter });

/** Groups of one page of the list. */
const PAGE_GROUPS = 100;

type Cursor = string | null;

export const groupsQuestion = (filter: Filter, { state, sort }: ErrorsSearch) => {
  const query = { ...filter, limit: PAGE_GROUPS, ...(state && { state: [state] }), ...(sort && { sort }) };
  return infiniteQueryOptions<
    ErrorGroups,
    ApiFailure,
    InfiniteData<ErrorGroups, Cursor>,
    readonly unknown[],
    Cursor
  >({
    queryKey: ['GET /api/v1/error-groups', { query }, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      get('GET /api/v1/error-groups', {
        query: { ...query, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: (page) => page.next_cursor,
  });
};

export const groupQuestion = (id: string, filter: Filter) =>
  question('GET /api/v1/error-groups/:id', { params: { id }, query: filter });
