import { type BucketSearch, readBucketSearch } from '../../lib/bucket.ts';

const STACKS = ['code', 'class', 'severity'] as const;
export type Stack = (typeof STACKS)[number];

/** What this page adds to the filter in the URL: what the trend is stacked by, and the bucket width. */
export interface WarningsSearch extends BucketSearch {
  readonly stack?: Stack | undefined;
}

/** Reads the page's own parameters from a URL; invalid values are undefined, or the router would keep them. */
export function readWarningsSearch(search: Readonly<Record<string, unknown>>): WarningsSearch {
  const stack = STACKS.find((one) => one === search.stack);
  return { ...readBucketSearch(search), stack };
}
