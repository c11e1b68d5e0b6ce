import {
  rootRouteId,
  useMatches,
  useNavigate,
  useSearch,
  type ValidateUseSearchResult,
} from '@tanstack/react-router';
import { useMemo } from 'react';
import { defined } from '../../shared/collections/defined.ts';
import { type Filter, readFilter, sharedFilter } from './filter.ts';

/**
 * The filter in the URL, without the page's own parameters: the router gives the root the whole search. Links
 * to other pages keep this filter.
 */
export function useChosenFilter(): Filter {
  return useSearch({ from: rootRouteId, select: readFilter });
}

/** The filter of what is shown: what of the URL's applies to the page, whose own range applies if the URL has none. */
export function useFilter(): Filter {
  const chosen = useChosenFilter();
  const from = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.from)?.staticData.from,
  });
  const applicable = useApplicable();
  return useMemo(() => {
    const applied = applicable(chosen);
    return from === undefined || chosen.from !== undefined || chosen.to !== undefined
      ? applied
      : { ...applied, from };
  }, [chosen, from, applicable]);
}

/** What takes of a filter the part that applies to the page. */
export function useApplicable(): (filter: Filter) => Filter {
  const isShared = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.shared) });
  return isShared ? sharedFilter : whole;
}

const whole = (filter: Filter) => filter;

/** The parameters of all pages. */
export type Search = ValidateUseSearchResult<{ strict: false }>;
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
