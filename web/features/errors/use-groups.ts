import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useFilter } from '../../lib/use-filter.ts';
import { groupsOn, groupsQuestion } from './queries.ts';

/** The error groups of the filter, as far as they were loaded; all users of this hook share the answer. */
export function useGroups() {
  const query = useInfiniteQuery(groupsQuestion(useFilter(), useSearch({ from: '/errors' })));
  const pages = query.data?.pages;
  return { query, groups: groupsOn(pages ?? []), states: pages?.[0]?.states, failures: pages?.[0]?.failures };
}
