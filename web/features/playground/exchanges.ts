import { ENVELOPE_MEMBERS } from '../../../shared/envelope-members.ts';
import { closingBrace } from '../../../shared/json/prefix.ts';
import { isObject, jsonIn } from '../../../shared/json/value.ts';
import { unmarked } from '../../../shared/text/cut.ts';

/** Members that make an object a capture, envelope or message; an array of others is one response's data. */
const MARKS = ['response', 'jsonrpc', ...ENVELOPE_MEMBERS];

const isExchange = (value: unknown) => isObject(value) && MARKS.some((name) => Object.hasOwn(value, name));

/** The objects of a JSON array of objects, as written. */
function objectsOf(array: string): string[] {
  const objects: string[] = [];
  for (let open = array.indexOf('{'); open !== -1; ) {
    const close = closingBrace(array, open);
    objects.push(array.slice(open, close + 1));
    open = array.indexOf('{', close);
  }
  return objects;
}

/**
 * Splits pasted text into the texts to judge, as `POST /api/v1/responses` does: the items of an array, the
 * lines of NDJSON, else the whole. A byte order mark before it is no part of it.
 */
export function exchangesIn(pasted: string): readonly string[] {
  const text = unmarked(pasted);
  const value = jsonIn(text);
  if (Array.isArray(value) && value.length > 0 && value.every(isExchange)) return objectsOf(text);
  if (value !== undefined) return [text];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && isExchange(jsonIn(lines[0] ?? '')) ? lines : [text];
}
