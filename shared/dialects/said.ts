import { closingBracket, embeddedJson } from '../json/prefix.ts';
import { isObject, type JsonObject, stringOrNull, wordOrNull } from '../json/value.ts';
import type { Located } from '../reading.ts';

/** Members in which servers and frameworks say what went wrong, besides those of {@link wordsIn}. */
const TELLING =
  'msg detail errorMessage error_message errmsg err title reason description stderr summary'.split(' ');
/** Those that hold several failures: lists (FastAPI, Jira) or lists by name (Laravel, Rails). */
const LISTS = ['errors', 'detail', 'errorMessages'] as const;

/**
 * The words of a failure whose form no document defines: its `error`, as a string or as an object with a `message`, else
 * its `message`. An `error` that is a name, such as `not_found`, only names what `message` describes, so both are read.
 */
export function wordsIn({ error, message }: JsonObject): string | null {
  const named = stringOrNull(isObject(error) ? error.message : error);
  const told = stringOrNull(message);
  if (named === null || named === '') return told ?? named;
  return told !== null && told !== '' && NAME.test(named) ? `${named}: ${told}` : named;
}

const NAME = /^[\w.-]+$/;

/** What JSON says of a failure, in whatever member, or what its `error`, such as a problem (RFC 9457), or the first of its failures says; null if it says nothing. */
export function saidIn(json: unknown): string | null {
  return saidBy(json) ?? (isObject(json) ? (saidBy(json.error) ?? firstOf(json)) : null);
}

/** What an envelope says of a failure, in whatever member, or else the prose beside it; null if there is nothing. */
export function saidInEnvelope(envelope: JsonObject, located: Located): string | null {
  return saidIn(envelope) ?? wordsIn(envelope) ?? proseBeside(located);
}

/** The prose beside an envelope at the result's root or in `structuredContent`; what looks like JSON is no prose. */
function proseBeside({ carrier, text = '' }: Located): string | null {
  const isBeside = carrier === 'root' || carrier === 'structured';
  return isBeside && /^\s*[^\s{["]/.test(text) ? text : null;
}

/** What words say: if they are JSON what that says, if they hold JSON what that says in its place. A tag such as `[query]` is none. */
export function saidInWords(words: string): string {
  return /^[\s[]*[{"]/.test(words) ? (saidIn(embeddedJson(words)) ?? words) : withJsonTold(words);
}

/**
 * Prose with an object or a list of them, and what introduces it, such as an HTTP status. Prose has few words before; a text
 * of any length must not be searched.
 */
const INTRODUCED_JSON = /^([^\n]{1,200}?(?:[:-] ?|\n| (?=\[)|(?<=\d{3}[)\]]?) (?=\{)))((?:\[\s*)?\{.*)$/s;

/** What follows JSON that ends a sentence or a line. */
const AFTER_JSON = /^(?:[.)\n]|$)/;

/**
 * Prose with a sentence or line that ends in a list of Zod's issues, such as `Error: [{"path": ["term"], "message": "Required"}]`,
 * or in an object, with what the issue or object says instead. The issues may be followed by a paragraph, which is left out:
 * Mastra repeats the arguments in it. An object within a sentence or before a paragraph is kept: it may be an argument itself.
 */
function withJsonTold(prose: string): string {
  const [, introduction, json = ''] = INTRODUCED_JSON.exec(prose) ?? [];
  if (introduction === undefined) return prose;
  const end = closingBracket(json, 0) + 1;
  const told = embeddedJson(json.slice(0, end));
  const [rest = '', paragraph] = json.slice(end).trimEnd().split('\n\n', 2);
  const isKept = Array.isArray(told) ? !isIssue(told[0]) : paragraph !== undefined;
  const said = isKept || !AFTER_JSON.test(rest) ? null : saidIn(told);
  return said === null ? prose : `${introduction}${saidInWords(said)}${rest}`;
}

function isIssue(item: unknown): boolean {
  return isObject(item) && Array.isArray(item.path) && wordOrNull(item.message) !== null;
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
