import { defined } from '../../../shared/defined.ts';
import { LONGEST_SEARCH } from '../../../shared/filter-limits.ts';
import { text } from '../../lib/filter.ts';

/** What this page adds to the filter in the URL: a text anywhere in the captures. */
export interface TrafficSearch {
  readonly contains?: string;
}

/** Reads the page's own parameter from a URL. */
export function readTrafficSearch(search: Readonly<Record<string, unknown>>): TrafficSearch {
  return defined({ contains: text(search.contains, LONGEST_SEARCH) });
}
