import { rootRouteId, useMatches, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { changed, type Filter, type FilterChange, readFilter } from './filter.ts';

/**
 * The filter in the URL, without the page's own parameters: the router gives the root the whole search. Links
 * to other pages keep this filter.
 */
export function useChosenFilter(): Filter {
  return useSearch({ from: rootRouteId, select: readFilter });
}

/** The filter of what is shown: if the URL has no range, that of the page applies. */
export function useFilter(): Filter {
  const chosen = useChosenFilter();
  const from = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.from)?.staticData.from,
  });
  return useMemo(
    () =>
      from === undefined || chosen.from !== undefined || chosen.to !== undefined
        ? chosen
        : { ...chosen, from },
    [chosen, from],
  );
}

/** Changes the filter in the URL and keeps the other parameters; each change is a step that Back undoes. */
export function useSetFilter(): (change: FilterChange) => void {
  const navigate = useNavigate();
  return (change) => void navigate({ to: '.', search: (held) => changed(held, change), resetScroll: false });
}
