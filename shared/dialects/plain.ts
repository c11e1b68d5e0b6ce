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

/** Members in which servers and frameworks say what went wrong, besides those of {@link wordsIn}. */
const TELLING = ['msg', 'detail', 'errorMessage', 'title', 'reason', 'description', 'stderr'] as const;
/** Those that hold several failures: lists (FastAPI, Jira) or lists by name (Laravel, Rails). */
const LISTS = ['errors', 'detail', 'errorMessages'] as const;

/**
 * The message that words contain if they are JSON, else the words, with their description if they name an error of OAuth
 * (RFC 6749, 5.2). In a template all strings of JSON are replaced, so that of the whole would be the same for all mistakes.
 */
function messageIn(words: string, { payload = NOTHING }: Located): string {
  const [, start] = /^\s*([{["])/.exec(words) ?? [];
  const { error, error_description: described } = payload;
  if (start === undefined)
    return error === words && typeof described === 'string' ? `${words}: ${described}` : words;
  const json = start === '{' ? payload : jsonIn(words);
  return saidBy(json) ?? (isObject(json) ? firstOf(json) : null) ?? words;
}

/** What JSON says of a failure, or the first of a list of them; that of Zod, Pydantic or FastAPI after its path. */
function saidBy(json: unknown): string | null {
  const failure: unknown = Array.isArray(json) ? json[0] : json;
  if (!isObject(failure)) return wordOrNull(failure);
  const path = failure.path ?? failure.loc;
  const words =
    wordOrNull(wordsIn(failure)) ?? wordOrNull(TELLING.map((name) => failure[name]).find(wordOrNull));
  return words !== null && isPath(path) ? `${path.join('.')}: ${words}` : words;
}

/** What the first of several failures says, after its name if they are by name. */
function firstOf(json: JsonObject): string | null {
  for (const list of LISTS) {
    const failures = json[list];
    const said = saidBy(failures);
    if (said !== null) return said;
    const [[name, named] = []] = isObject(failures) ? Object.entries(failures) : [];
    const saidOfIt = saidBy(named);
    if (saidOfIt !== null) return `${name}: ${saidOfIt}`;
  }
  return null;
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
