import { defined } from '../../../shared/collections/defined.ts';
import { LONGEST_SEARCH } from '../../../shared/filter-limits.ts';
import { LONGEST_NAME } from '../../../shared/verdict.ts';
import { text } from '../../lib/filter.ts';

/** What this page adds to the filter in the URL. */
export interface TrafficSearch {
  /** A text anywhere in the captures. */
  readonly contains?: string;
  /** Name of a deprecated item that was used. */
  readonly deprecated?: string;
}

/** Reads the page's own parameters from a URL. */
export function readTrafficSearch(search: Readonly<Record<string, unknown>>): TrafficSearch {
  return defined({
    contains: text(search.contains, LONGEST_SEARCH),
    deprecated: text(search.deprecated, LONGEST_NAME),
  });
}
