import { isObject, type JsonObject } from './json.ts';
import { startsLikeError } from './prose.ts';
import type { Located } from './reading.ts';

/** Member of `data` that says that a claimed success failed: `isError`, `is_error` or `success`; undefined where none does. */
export function failureInData(envelope: JsonObject): 'isError' | 'is_error' | 'success' | undefined {
  const { data } = envelope;
  if (!isObject(data)) return undefined;
  if (data.isError === true) return 'isError';
  if (data.is_error === true) return 'is_error';
  return data.success === false ? 'success' : undefined;
}

/** Whether a CallToolResult that was serialised into a text block set `isError`, which the outer one lost. */
export function hasLostError({ inner, isError }: Located): boolean {
  return inner?.isError === true && isError !== true;
}

/** Whether the first content block inside `data` starts like an error. */
export function hasErrorProse({ data }: JsonObject): boolean {
  if (!isObject(data) || !Array.isArray(data.content)) return false;
  const [block]: readonly unknown[] = data.content;
  return isObject(block) && typeof block.text === 'string' && startsLikeError(block.text);
}
