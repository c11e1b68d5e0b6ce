import { closingBracket, closingQuote } from '../json/prefix.ts';
import { past } from '../json/syntax.ts';
import { parseJson } from '../json/value.ts';

/**
 * The exact text of a member's value in the text of a JSON object; undefined if there is none.
 * Of members with the same name, the last, as in JSON.parse. `object` must be valid JSON.
 */
export function rawMember(object: string, name: string): string | undefined {
  let found: string | undefined;
  let at = object.indexOf('{') + 1;
  for (;;) {
    at = past(/[\s,]*/y, object, at);
    if (object[at] !== '"') return found;
    const keyEnd = closingQuote(object, at) + 1;
    const key = object.slice(at, keyEnd);
    const start = past(/[\s:]*/y, object, keyEnd);
    at = endOfValue(object, start);
    if (key === `"${name}"` || (key.includes('\\') && parseJson(key) === name)) {
      found = object.slice(start, at);
    }
  }
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return closingQuote(text, start) + 1;
  if (first === '{' || first === '[') return closingBracket(text, start) + 1;
  return past(/[^\s,\]}]*/y, text, start);
}
