import { defined, texts } from './filter.ts';

/** How parts of a page are shown, in the URL beside the filter: each value is `PART.CHOICE`. */
export interface ViewSearch {
  readonly view?: readonly string[];
}

/** A part's name and the longest choice, a series named by a code, characters. */
const LONGEST = 400;

/** Reads it from a URL. Whether a choice is one is known by the part. */
export function readView(search: Readonly<Record<string, unknown>>): ViewSearch {
  return defined({ view: texts(search.view, LONGEST) });
}
