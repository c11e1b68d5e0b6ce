import { closingQuote } from '../json/prefix.ts';
import { parseJson } from '../json/value.ts';

/**
 * The exact text of a member's value in the text of a JSON object; undefined if there is none.
 * Of members with the same name, the last, as in JSON.parse. `object` must be valid JSON.
 */
export function rawMember(object: string, name: string): string | undefined {
  let found: string | undefined;
  let at = object.indexOf('{') + 1;
  for (;;) {
    at = skip(object, at, /[\s,]*/y);
    if (object[at] !== '"') return found;
    const keyEnd = endOfString(object, at);
    const key = object.slice(at, keyEnd);
    const start = skip(object, keyEnd, /[\s:]*/y);
    at = endOfValue(object, start);
    if (key === `"${name}"` || (key.includes('\\') && parseJson(key) === name)) {
      found = object.slice(start, at);
    }
  }
}

function skip(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}

/** `start` is the opening quote; returns the index after the closing one. */
function endOfString(text: string, start: number): number {
  const close = closingQuote(text, start);
  return close === -1 ? text.length : close + 1;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first !== '{' && first !== '[') return skip(text, start, /[^\s,\]}]*/y);
  const mark = /["[\]{}]/g;
  mark.lastIndex = start;
  let depth = 0;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    if (match[0] === '"') mark.lastIndex = endOfString(text, match.index);
    else if (match[0] === '{' || match[0] === '[') depth += 1;
    else if (--depth === 0) return match.index + 1;
  }
  return text.length;
}
