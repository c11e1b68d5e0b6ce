import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, isSpace, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './units.ts';
import { isObject, type JsonObject, jsonIn, MOST_LEVELS } from './value.ts';

export interface JsonPrefix {
  readonly object: JsonObject;
  /** What follows the object, JSON white space at both ends apart; empty where nothing follows. */
  readonly trailing: string;
}

/** The JSON object that a text starts with (after white space) and what follows it; undefined if it starts with none. */
export function jsonPrefix(text: string): JsonPrefix | undefined {
  const start = text.charCodeAt(0) === OPEN_OBJECT ? 0 : text.search(/\S/);
  if (text.charCodeAt(start) !== OPEN_OBJECT) return undefined;
  if (text.charCodeAt(lengthOf(text) - 1) === CLOSE_OBJECT) {
    const whole = parsed(text);
    if (whole !== undefined) return { object: whole, trailing: '' };
  }
  const end = closingBracket(text, start);
  if (end === -1) return undefined;
  const object = parsed(text.slice(start, end + 1));
  return object && { object, trailing: text.slice(pastSpace(text, end + 1), lengthOf(text)) };
}

/** Length of a text without the JSON white space at its end. */
function lengthOf(text: string): number {
  let end = text.length;
  while (isSpace(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** Index of what follows JSON white space; a parser rejects any other, such as a no-break space. */
export function pastSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function parsed(text: string): JsonObject | undefined {
  const value = embeddedJson(text);
  return isObject(value) ? value : undefined;
}

/** A shorter text, in UTF-16 units, can be of any depth: it takes a few MiB at most. */
const LONG = 64 * 1024;

/** Parses a text of a response; undefined if it is not JSON, or is long and has more levels than JSON may have. */
export function embeddedJson(text: string): unknown {
  return text.length > LONG && isTooDeep(text) ? undefined : jsonIn(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = closingQuote(text, at);
      if (at === -1) return false;
    } else if (unit === OPEN_OBJECT || unit === OPEN_ARRAY) {
      depth += 1;
      if (depth > MOST_LEVELS) return true;
    } else if (unit === CLOSE_OBJECT || unit === CLOSE_ARRAY) depth -= 1;
  }
  return false;
}

/** Index of the bracket that closes the one at `start`, ignoring those in strings and of the other kind; -1 if it is never closed. */
export function closingBracket(text: string, start: number): number {
  const opening = text.charCodeAt(start);
  const closing = opening === OPEN_ARRAY ? CLOSE_ARRAY : CLOSE_OBJECT;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      at = closingQuote(text, at);
      if (at === -1) return -1;
    } else if (unit === opening) {
      depth += 1;
    } else if (unit === closing) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** Index of the quote that ends the string starting at `open`; -1 if it never ends. */
export function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}
