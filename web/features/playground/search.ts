import { defined } from '../../../shared/collections/defined.ts';
import { LONGEST_NAME } from '../../../shared/verdict.ts';
import { text } from '../../lib/filter.ts';

interface PlaygroundSearch {
  /** Id of the response to start from. */
  readonly response?: string;
}

/** Reads the page's own parameter from a URL. */
export function readPlaygroundSearch(search: Readonly<Record<string, unknown>>): PlaygroundSearch {
  return defined({ response: text(search.response, LONGEST_NAME) });
}
