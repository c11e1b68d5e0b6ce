import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ErrorGroup, ErrorGroups } from '../../../shared/api/error-groups.ts';
import { defined } from '../../../shared/defined.ts';
import { HOUR } from '../../../shared/time-units.ts';
import { type ApiFailure, get } from '../../lib/api.ts';
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

type Cursor = string | null;

export const groupsQuestion = (filter: Filter, { state, sort }: ErrorsSearch) => {
  const query = defined({ ...filter, limit: PAGE_GROUPS, state: state && [state], sort });
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
    refetchInterval: ({ state: { data } }) => untilMuteEnds(data?.pages.flatMap(({ items }) => items) ?? []),
  });
};

export const groupQuestion = (id: string, filter: Filter) =>
  queryOptions({
    ...question('GET /api/v1/error-groups/:id', { params: { id }, query: filter }),
    refetchInterval: ({ state: { data } }) => untilMuteEnds(data === undefined ? [] : [data]),
  });
