import { categoryOfWords } from '../categories.ts';
import { isObject } from '../json.ts';
import { startsLikeError } from '../prose.ts';
import type { Located } from '../reading.ts';
import { type DialectReader, wordOrNull } from './dialect.ts';

/** Prose, data or anything else without an envelope: a failure where `isError` or the text itself says so. */
export const plain: DialectReader = {
  dialect: 'plain',

  read(located) {
    const failed = located.isError === true || located.inner?.isError === true || readsAsError(located);
    const message = failed ? wordsOf(located) : null;
    return {
      outcome: failed ? 'failure' : 'success',
      code: null,
      category: failed ? categoryOfWords(message ?? '') : null,
      message,
      details: null,
      proven: false,
    };
  },
};

/** A text `error`, else the text, else the message of what was sent without any. */
function wordsOf({ payload, text }: Located): string | null {
  const error = payload?.error;
  const told = isObject(error) ? error.message : payload?.message;
  return wordOrNull(error) ?? wordOrNull(text) ?? wordOrNull(told);
}

/** Whether a response without an envelope tells an error in words (MCP-02): its text starts like one, or its JSON has a string `error`. */
export function readsAsError({ text, payload }: Located): boolean {
  return (text !== undefined && startsLikeError(text)) || wordOrNull(payload?.error) !== null;
}
