import { categoryOfWords } from '../categories.ts';
import { type JsonObject, wordOrNull } from '../json/value.ts';
import { startsLikeError } from '../prose.ts';
import type { Located } from '../reading.ts';
import { type DialectReader, SUCCESS } from './dialect.ts';
import { saidIn, saidInWords, wordsIn } from './said.ts';

/** Prose, data or anything else without an envelope; a failure if `isError` or the text itself says so. */
export const plain: DialectReader = {
  dialect: 'plain',

  read(located) {
    const failed =
      located.isError === true || located.inner?.result.isError === true || readsAsError(located);
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

/** The JSON that a response carries; one that carries nothing may say at its result's root what went wrong. */
function jsonOf({ payload, text, result }: Located): JsonObject {
  return payload ?? (wordOrNull(text) === null ? result : undefined) ?? NOTHING;
}

/** The string `error` of its JSON, else the text, else what stands in for a missing text; empty if there is nothing. */
function wordsOf(located: Located): string {
  const payload = jsonOf(located);
  const told = wordsIn(payload) ?? '';
  return wordOrNull(payload.error) === null ? (wordOrNull(located.text) ?? told) : told;
}

/**
 * The message that words contain if they are JSON or end in Zod's issues, else the words, with their description if
 * they name an error of OAuth (RFC 6749, 5.2). In a template all strings of JSON are replaced, so that of the whole
 * would be the same for all mistakes.
 */
function messageIn(words: string, located: Located): string {
  const payload = jsonOf(located);
  const { error, error_description: described } = payload;
  if (/^\s*\{/.test(words)) return saidIn(payload) ?? words;
  const isName = error === words && typeof described === 'string' && !/^\s*["[]/.test(words);
  return isName ? `${words}: ${described}` : saidInWords(words);
}

const NOTHING: JsonObject = {};

/** Whether a response without an envelope reports an error in prose (MCP-02): its text starts like one, or its JSON has a string `error`. */
export function readsAsError({ text, payload }: Located): boolean {
  return (text !== undefined && startsLikeError(text)) || wordOrNull(payload?.error) !== null;
}
