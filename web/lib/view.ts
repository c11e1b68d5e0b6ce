import { defined } from '../../shared/collections/defined.ts';
import { texts } from './filter.ts';

/** How the parts of a page are shown, in the URL beside the filter: each value is `PART.CHOICE`. */
interface ViewSearch {
  readonly view?: readonly string[];
}

/** The search of the log that shows the responses with an untrusted time, whenever they arrived. */
export const QUARANTINED = { from: '0', view: ['log.quarantined'] };

/** Maximum length in characters of a part's name and the longest choice, a series named after a code. */
const LONGEST = 400;

/** Reads from a URL how the parts are shown. Only a part itself knows which of its choices are valid. */
export function readView(search: Readonly<Record<string, unknown>>): ViewSearch {
  return defined({ view: texts(search.view, LONGEST) });
}
