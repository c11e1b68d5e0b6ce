import { isObject, parseJson } from '../../../shared/json.ts';

/** Members by which an object is a capture, an envelope or a message; an array of others is the data of one response. */
const MARKS = ['response', 'success', 'jsonrpc', 'content'];

const isExchange = (value: unknown) => isObject(value) && MARKS.some((name) => Object.hasOwn(value, name));

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The items of a JSON array, as they are written. */
function itemsOf(array: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of array.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]/g)) {
    if (sign === ']' || sign === '}') depth -= 1;
    if ((sign === ',' && depth === 1) || (sign === ']' && depth === 0)) items.push(array.slice(start, index));
    if (sign === '[' || sign === '{') depth += 1;
    if ((sign === ',' || sign === '[') && depth === 1) start = index + 1;
  }
  return items.map((item) => item.trim());
}

/** What is pasted as the texts to judge one by one, as `POST /api/v1/responses` takes them: an array's items, the lines of NDJSON, else the whole. */
export function exchangesIn(text: string): readonly string[] {
  const value = parsed(text);
  if (Array.isArray(value) && value.length > 0 && value.every(isExchange)) return itemsOf(text);
  if (value !== undefined) return [text];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && isExchange(parsed(lines[0] ?? '')) ? lines : [text];
}
