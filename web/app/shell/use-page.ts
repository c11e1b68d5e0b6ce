import { useMatches } from '@tanstack/react-router';

/** What the router says of the page that is shown; undefined at an address that has none. */
export function usePage() {
  return useMatches().findLast(({ staticData }) => staticData.title !== undefined)?.staticData;
}
