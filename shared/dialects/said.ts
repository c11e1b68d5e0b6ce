import { isObject, type JsonObject } from '../json.ts';
import { embeddedJson } from '../json-prefix.ts';
import type { Located } from '../reading.ts';
import { wordOrNull, wordsIn } from './dialect.ts';

/** Members in which servers and frameworks say what went wrong, besides those of {@link wordsIn}. */
const TELLING = ['msg', 'detail', 'errorMessage', 'title', 'reason', 'description', 'stderr'] as const;
/** Those that hold several failures: lists (FastAPI, Jira) or lists by name (Laravel, Rails). */
const LISTS = ['errors', 'detail', 'errorMessages'] as const;

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

/** What words say: if they are JSON what that says, if they end in issues of Zod the first of them. */
export function saidInWords(words: string): string {
  return /^\s*[{["]/.test(words) ? (saidIn(embeddedJson(words)) ?? words) : withIssue(words);
}

/** Prose that ends in a list, and what introduces it. Prose has few words before a list; a text of any length must not be searched for one. */
const INTRODUCED_LIST = /^([^[\n]{1,200}: ?)(\[\s*\{.*)$/s;

/** Prose that ends in a list of Zod's issues, such as `Error: [{"path": ["term"], "message": "Required"}]`, with what the first says instead. */
function withIssue(prose: string): string {
  const [, introduction, list = ''] = INTRODUCED_LIST.exec(prose) ?? [];
  if (introduction === undefined) return prose;
  const issues = embeddedJson(list);
  const issue: unknown = Array.isArray(issues) ? issues[0] : undefined;
  const isIssue = isObject(issue) && Array.isArray(issue.path) && wordOrNull(issue.message) !== null;
  return isIssue ? `${introduction}${saidBy(issue)}` : prose;
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
