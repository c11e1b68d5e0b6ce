import {
  rootRouteId,
  useMatches,
  useNavigate,
  useSearch,
  type ValidateUseSearchResult,
} from '@tanstack/react-router';
import { useMemo } from 'react';
import { defined } from '../../shared/collections/defined.ts';
import { type Filter, readFilter } from './filter.ts';

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

/** The parameters of all pages. */
type Search = ValidateUseSearchResult<{ strict: false }>;
type SearchChange = { readonly [K in keyof Search]?: Search[K] | undefined };

/**
 * Changes the filter and the page's own parameters in the URL and keeps the others; `undefined` removes one. Each change is a
 * step that Back undoes.
 */
export function useSetSearch(): (change: SearchChange) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({ to: '.', search: (held) => defined({ ...held, ...change }), resetScroll: false });
}
