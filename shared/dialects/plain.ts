import { categoryOfWords } from '../categories.ts';
import { isObject, type JsonObject, jsonIn } from '../json.ts';
import { startsLikeError } from '../prose.ts';
import type { Located } from '../reading.ts';
import { type DialectReader, type Said, wordOrNull, wordsIn } from './dialect.ts';

/** Prose, data or anything else without an envelope; a failure if `isError` or the text itself says so. */
export const plain: DialectReader = {
  dialect: 'plain',

  read(located) {
    const failed = located.isError === true || located.inner?.isError === true || readsAsError(located);
    if (!failed) return SUCCESS;
    const words = wordsOf(located);
    return {
      outcome: 'failure',
      code: null,
      category: categoryOfWords(words),
      message: wordOrNull(messageIn(words, located)),
      details: null,
      proven: false,
    };
  },
};

const SUCCESS: Said = {
  outcome: 'success',
  code: null,
  category: null,
  message: null,
  details: null,
  proven: false,
};

/** The string `error` of its JSON, else the text, else what stands in for a missing text; empty if there is nothing. */
function wordsOf({ payload = NOTHING, text }: Located): string {
  const told = wordsIn(payload) ?? '';
  return wordOrNull(payload.error) === null ? (wordOrNull(text) ?? told) : told;
}

/**
 * The message that words contain if they are JSON, else the words. In a template all strings of JSON are replaced, so
 * that of the whole would be the same for all mistakes.
 */
function messageIn(words: string, { payload = NOTHING }: Located): string {
  const [, start] = /^\s*([{["])/.exec(words) ?? [];
  if (start === undefined) return words;
  const json = start === '{' ? payload : jsonIn(words);
  return saidBy(json) ?? (isObject(json) ? saidBy(json.errors) : null) ?? words;
}

/** What JSON says of a failure, or the first of a list of them: in members that many servers use, a Zod issue after its path. */
function saidBy(json: unknown): string | null {
  const failure: unknown = Array.isArray(json) ? json[0] : json;
  if (!isObject(failure)) return wordOrNull(failure);
  const { path, msg, detail } = failure;
  const words = wordOrNull(wordsIn(failure)) ?? wordOrNull(msg) ?? wordOrNull(detail);
  return words !== null && isPath(path) ? `${path.join('.')}: ${words}` : words;
}

function isPath(value: unknown): value is readonly (string | number)[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((name) => typeof name === 'string' || typeof name === 'number')
  );
}

const NOTHING: JsonObject = {};

/** Whether a response without an envelope reports an error in prose (MCP-02): its text starts like one, or its JSON has a string `error`. */
export function readsAsError({ text, payload }: Located): boolean {
  return (text !== undefined && startsLikeError(text)) || wordOrNull(payload?.error) !== null;
}
