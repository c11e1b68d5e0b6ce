import { useMatches } from '@tanstack/react-router';

/** The static data of the route shown; undefined at an address without a page. */
export function usePage() {
  return useMatches().findLast(({ staticData }) => staticData.title !== undefined)?.staticData;
}
