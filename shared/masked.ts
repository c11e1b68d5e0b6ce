import { firstText, textAt } from './content.ts';
import { isObject, type JsonObject } from './json/value.ts';
import { startsLikeError } from './prose.ts';
import type { Located } from './reading.ts';

/** Member of `data` that says a claimed success failed: `isError`, `is_error` or `success`; undefined if none does. */
export function failureInData(envelope: JsonObject): 'isError' | 'is_error' | 'success' | undefined {
  const { data } = envelope;
  if (!isObject(data)) return undefined;
  if (data.isError === true) return 'isError';
  if (data.is_error === true) return 'is_error';
  return data.success === false ? 'success' : undefined;
}

/** Whether a CallToolResult that was serialised into a text block set `isError`, which the outer one lost. */
export function hasLostError({ inner, isError }: Located): boolean {
  return inner?.result.isError === true && isError !== true;
}

/** Index in `data.content` of its first text block if that starts like an error, else undefined. */
export function errorProseIn({ data }: JsonObject): number | undefined {
  if (!isObject(data)) return undefined;
  const index = firstText(data.content);
  return startsLikeError(textAt(data.content, index) ?? '') ? index : undefined;
}
