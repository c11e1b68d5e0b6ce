import { categoryOfWords } from '../categories.ts';
import { startsLikeError } from '../prose.ts';
import type { Located } from '../reading.ts';
import { type DialectReader, wordOrNull, wordsIn } from './dialect.ts';

/** Prose, data or anything else without an envelope: a failure where `isError` or the text itself says so. */
export const plain: DialectReader = {
  dialect: 'plain',

  read(located) {
    const failed = located.isError === true || located.inner?.isError === true || readsAsError(located);
    const words = failed ? wordsOf(located) : null;
    return {
      outcome: failed ? 'failure' : 'success',
      code: null,
      category: failed ? categoryOfWords(words ?? '') : null,
      message: words === null ? null : messageOf(words, located),
      details: null,
      proven: false,
    };
  },
};

/** A text `error` of its JSON, else the text, else what was told without any. */
function wordsOf({ payload, text }: Located): string | null {
  const told = payload === undefined ? null : wordsIn(payload);
  return wordOrNull(payload?.error) === null ? (wordOrNull(text) ?? told) : told;
}

/** JSON has its message in it: the text as a whole would be one template for all mistakes. */
function messageOf(words: string, { payload }: Located): string {
  const told = payload === undefined || !/^\s*\{/.test(words) ? null : wordsIn(payload);
  return wordOrNull(told) ?? words;
}

/** Whether a response without an envelope tells an error in words (MCP-02): its text starts like one, or its JSON has a string `error`. */
export function readsAsError({ text, payload }: Located): boolean {
  return (text !== undefined && startsLikeError(text)) || wordOrNull(payload?.error) !== null;
}
