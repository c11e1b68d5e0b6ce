import { defined, texts } from './filter.ts';

/** How the parts of a page are shown, in the URL beside the filter: each value is `PART.CHOICE`. */
interface ViewSearch {
  readonly view?: readonly string[];
}

/** Maximum length in characters of a part's name and the longest choice, a series named after a code. */
const LONGEST = 400;

/** Reads it from a URL. Only the part itself knows which choices are valid. */
export function readView(search: Readonly<Record<string, unknown>>): ViewSearch {
  return defined({ view: texts(search.view, LONGEST) });
}
