import { rootRouteId, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { changed, type Filter, type FilterChange, readFilter } from './filter.ts';

/** The filter of the URL, without what a page adds to it: the router hands the root the whole search. */
export function useFilter(): Filter {
  return useSearch({ from: rootRouteId, select: readFilter });
}

/** Changes the filter in the URL and keeps the rest of it; each change is a step that Back undoes. */
export function useSetFilter(): (change: FilterChange) => void {
  const navigate = useNavigate();
  return useCallback(
    (change) => {
      void navigate({ to: '.', search: (held) => changed(held, change), resetScroll: false });
    },
    [navigate],
  );
}
