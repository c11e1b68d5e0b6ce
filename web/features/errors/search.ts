import { GROUP_SORTS, GROUP_STATES, type GroupState } from '../../../shared/group-state.ts';

export type GroupSort = (typeof GROUP_SORTS)[number];

/** What this page adds to the filter in the URL. */
export interface ErrorsSearch {
  readonly state?: GroupState | undefined;
  readonly sort?: GroupSort | undefined;
}

/** Reads the page's own parameters from a URL; invalid values are undefined, or the router would keep them. */
export function readErrorsSearch(search: Readonly<Record<string, unknown>>): ErrorsSearch {
  const state = GROUP_STATES.find((one) => one === search.state);
  const sort = GROUP_SORTS.find((one) => one === search.sort);
  return { state, sort };
}
