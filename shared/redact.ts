import { closingQuote, pastSpace } from './json/prefix.ts';
import { BACKSLASH } from './json/units.ts';
import { jsonIn } from './json/value.ts';
import { isSecretKey, isSentence, MARKER } from './secrets.ts';

/** A text without its secrets. */
export interface Redacted {
  readonly text: string;
  /** Number of values that were replaced. */
  readonly count: number;
  /** The first {@link MOST_VALUES} of them, as they stood between their quotes. */
  readonly values: readonly string[];
}

/** Number of secrets that are looked for in words, so that a response with many cannot make judging slow. */
const MOST_VALUES = 1_000;

/** Removes secrets from JSON text; made by {@link redactor}. */
export type Redact = (text: string) => Redacted;

/** A text without one of these, or an escaped letter that could hide one, contains no secret key. */
const HINT = /pass|secret|token|api[-_]?key|authorization|credential|_quota_continue|\\u00[2-7]/i;

/** Levels of JSON inside strings of JSON that are followed; each doubles the backslashes before a quote, so that no item has room for more. */
const DEEPEST = 24;

/**
 * Makes the function that removes secrets from a capture's JSON text before it is stored: it replaces the string values
 * of secret keys, including confirmation tokens, at any depth, even in JSON embedded in strings and keys, and leaves
 * every other character as it is. `own` are patterns of additional keys. The text must be JSON; the time is linear in it.
 */
export function redactor(own: readonly RegExp[] = []): Redact {
  const keys: SecretKeys = {
    isSecret: (key) => isSecretKey(key) || own.some((pattern) => pattern.test(key)),
    mayHold: (text) => own.length > 0 || HINT.test(text),
  };
  return (text) => {
    if (!keys.mayHold(text)) return { text, count: 0, values: NONE };
    const ends: number[] = [];
    findSecrets(text, { keys, ends, depth: 0 });
    if (ends.length === 0) return { text, count: 0, values: NONE };
    const values: string[] = [];
    for (let i = 0; i < Math.min(ends.length, 2 * MOST_VALUES); i += 2)
      values.push(text.slice(ends[i], ends[i + 1]));
    return { text: replaced(text, ends), count: ends.length / 2, values };
  };
}

const NONE: readonly string[] = [];

/** What tells secret keys. */
interface SecretKeys {
  isSecret(key: string): boolean;
  mayHold(text: string): boolean;
}

/** A search for secrets in a text. */
interface Search {
  readonly keys: SecretKeys;
  /** Of those found so far, where each starts and where it ends, in turn: there may be millions. */
  readonly ends: number[];
  /** How many strings of JSON the text is inside of. */
  readonly depth: number;
}

/** Parts of a text that are put together at once, so that millions of them are never there together. */
const JOINED = 8192;

function replaced(text: string, ends: readonly number[]): string {
  const joined: string[] = [];
  let parts: string[] = [];
  let from = 0;
  for (let i = 0; i < ends.length; i += 2) {
    parts.push(text.slice(from, ends[i]), MARKER);
    from = ends[i + 1] ?? from;
    if (parts.length < JOINED) continue;
    joined.push(parts.join(''));
    parts = [];
  }
  return [...joined, ...parts, text.slice(from)].join('');
}

/**
 * Walks the strings of a text. A string before a colon is a key; the strings in a list under a secret key, and in lists
 * within it, are values of that key, except for sentences. Embedded text need not be JSON from its first character: in it
 * every quote may open a string, so that a stray one does not hide what follows.
 */
function findSecrets(text: string, search: Search): void {
  const lists: SecretLists = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf('"', from);
    if (lists.length > 0) follow(lists, text, from, open);
    if (open === -1) return;
    const close = closingQuote(text, open);
    // Embedded text may quote JSON with its escapes, as in `body={\"token\":\"x\"}`: that begins at this quote's backslash.
    const before = text[open - 1] === '\\' ? open - 2 : open;
    if (close === -1) {
      // Embedded text may be cut within a list or a string, or have an odd quote before what it quotes.
      if (lists.at(-1) === true) replace(text, open, text.length, search.ends);
      else findInside(text, before, text.length, search);
      return;
    }
    const colon = pastSpace(text, close + 1);
    if (text[colon] === ':') {
      // It may be JSON itself, or words that quote some, as in `cannot read "{\"token\":\"x\"}": it is cut`.
      findInside(text, before, close, search);
      const key = valueAt(text, open, close);
      // In code, what stands before `":"` reads as a key: `join("a", token, ":", "b")`.
      const secret = !(search.depth > 0 && /[\s(,]$/.test(key)) && search.keys.isSecret(key);
      from = pastKey(text, pastSpace(text, colon + 1), secret, lists, search);
    } else {
      const isSecret = lists.at(-1) === true && !isWholeSentence(text, open, close);
      if (isSecret) replace(text, open, close, search.ends);
      else findInside(text, before, close, search);
      from = search.depth > 0 && lists.length === 0 ? close : pastValue(text, close, lists);
    }
  }
}

/** The open brackets within a list under a secret key: true if strings in them are values of that key. */
type SecretLists = boolean[];

/** Follows the brackets between two strings. */
function follow(lists: SecretLists, text: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const char = text[at];
    if (char === '[') lists.push(lists.at(-1) === true);
    else if (char === '{') lists.push(false);
    else if (char === ']' || char === '}') lists.pop();
  }
}

/** Handles the value of a key, which starts at `value`; returns the position to continue from. */
function pastKey(text: string, value: number, secret: boolean, lists: SecretLists, search: Search): number {
  if (text[value] === '"') {
    const quote = closingQuote(text, value);
    // Embedded text may be cut in the middle of a value.
    const close = quote === -1 ? text.length : quote;
    if (secret) replace(text, value, close, search.ends);
    else findInside(text, value, close, search);
    return pastValue(text, close, lists);
  }
  if (!secret || text[value] !== '[') return value;
  lists.push(true);
  return value + 1;
}

/**
 * Whether a value's string ends at a quote. Embedded text may be cut in a string and then quote more: what seems to end the
 * string begins the next one, as nothing that may follow a value follows it.
 */
function isWhole(text: string, close: number): boolean {
  const next = text[pastSpace(text, close + 1)];
  return next === undefined || next === ',' || next === ']' || next === '}';
}

function isWholeSentence(text: string, open: number, close: number): boolean {
  return isWhole(text, close) && isSentence(valueAt(text, open, close));
}

/** The position to continue from after a value's string; what is cut ends the lists that it is in. */
function pastValue(text: string, close: number, lists: SecretLists): number {
  if (isWhole(text, close)) return close + 1;
  lists.length = 0;
  return close;
}

function replace(text: string, open: number, close: number, ends: number[]): void {
  const value = text.slice(open + 1, close);
  if (value !== '' && value !== MARKER) ends.push(open + 1, close);
}

/** Looks into JSON inside a string, after undoing the string's escapes. */
function findInside(text: string, open: number, close: number, { keys, ends, depth }: Search): void {
  const raw = text.slice(open + 1, close);
  if (depth === DEEPEST || !/\\(?:"|u0022)/.test(raw) || !keys.mayHold(raw)) return;
  const said = unescaped(raw);
  const within: number[] = [];
  findSecrets(said, { keys, ends: within, depth: depth + 1 });
  if (within.length === 0) return;
  const places = placesOf(raw);
  for (const end of within) ends.push(open + 1 + (places[end] ?? 0));
}

function valueAt(text: string, open: number, close: number): string {
  const raw = text.slice(open + 1, close);
  return raw.includes('\\') ? unescaped(raw) : raw;
}

/**
 * The value of a JSON string. Embedded text may break JSON's rules, and hide nothing by that: control characters stay, and
 * an escape that JSON does not have stands for its character.
 */
export function unescaped(raw: string): string {
  const said = jsonIn(`"${raw}"`);
  if (typeof said === 'string') return said;
  return raw.replace(ESCAPE, (_all, hex?: string, one = '') =>
    hex === undefined ? (ESCAPED.get(one) ?? one) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|([\s\S]))/g;
const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
/** An escape at {@link RegExp.lastIndex}. */
const ESCAPE_HERE = new RegExp(ESCAPE.source, 'y');

/** Position in a JSON string's characters of each character of its value, and of its end. */
function placesOf(raw: string): Uint32Array {
  const places = new Uint32Array(raw.length + 1);
  let length = 0;
  for (let at = 0; at < raw.length; length++) {
    places[length] = at;
    ESCAPE_HERE.lastIndex = at;
    at += raw.charCodeAt(at) === BACKSLASH && ESCAPE_HERE.test(raw) ? ESCAPE_HERE.lastIndex - at : 1;
  }
  places[length] = raw.length;
  return places;
}
