export const STACKS = ['code', 'class', 'severity'] as const;
export type Stack = (typeof STACKS)[number];

/** What this page adds to the filter in the URL: what the trend is stacked by. */
export interface WarningsSearch {
  readonly stack?: Stack;
}

/** Reads it from a URL; what is not understood is left out. */
export function readWarningsSearch(search: Readonly<Record<string, unknown>>): WarningsSearch {
  const stack = STACKS.find((one) => one === search.stack);
  return stack === undefined ? {} : { stack };
}
