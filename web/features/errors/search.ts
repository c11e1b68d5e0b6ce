import { defined } from '../../../shared/defined.ts';
import { GROUP_SORTS, GROUP_STATES, type GroupState } from '../../../shared/group-state.ts';

export type GroupSort = (typeof GROUP_SORTS)[number];

/** What this page adds to the filter in the URL. */
export interface ErrorsSearch {
  readonly state?: GroupState;
  readonly sort?: GroupSort;
}

/** Reads the page's own parameters from a URL; invalid values are ignored. */
export function readErrorsSearch(search: Readonly<Record<string, unknown>>): ErrorsSearch {
  const state = GROUP_STATES.find((one) => one === search.state);
  const sort = GROUP_SORTS.find((one) => one === search.sort);
  return defined({ state, sort });
}
