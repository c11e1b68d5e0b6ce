import { isUtf8 } from 'node:buffer';
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  isSpace,
  NEWLINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from '../../shared/json/units.ts';
import { type Refusal, tooLarge } from '../../shared/refusal.ts';
import { BodyUnreadable } from './ingest.ts';
import type { Limits } from './limits.ts';
import { badEncoding, bodyTooLarge, notJson } from './refusals.ts';

/** The position of an item in its body, without surrounding white space. */
export interface Item {
  /** First byte. */
  readonly start: number;
  /** Byte after the last. */
  readonly end: number;
  /** Why the item must not be parsed. */
  readonly fault?: Refusal;
}

/**
 * Splits a body into items without parsing them: the elements of one JSON array, one JSON value, or the
 * non-blank lines of NDJSON. An item that is too deep or too large, or has a string that is too long or not
 * UTF-8, carries its fault; an item that is not JSON is left to the parser.
 * Throws BodyUnreadable if the items cannot be told apart, or bytes outside of strings are not UTF-8.
 */
export function split(body: Buffer, kind: 'json' | 'ndjson', limits: Limits): Item[] {
  const start = markLength(body);
  const items = kind === 'ndjson' ? lines(body, start, limits) : values(body, start, limits);
  return isUtf8(body) ? items : items.map((item) => checkEncoding(body, item));
}

/** Length of the byte order mark that some programs write before a text: 3, or 0 if there is none. */
export function markLength(body: Buffer): number {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
}

function lines(body: Buffer, from: number, limits: Limits): Item[] {
  const items: Item[] = [];
  for (let at = from; at < body.length; ) {
    const newline = body.indexOf(NEWLINE, at);
    const end = newline === -1 ? body.length : newline;
    const item = trimmed(body, at, end);
    if (item.start < item.end) add(items, checked(body, item, limits), limits);
    at = end + 1;
  }
  return items;
}

function values(body: Buffer, from: number, limits: Limits): Item[] {
  const { start, end } = trimmed(body, from, body.length);
  if (start === end) throw unreadable(notJson('body', 'the body is empty', start));
  if (body[start] !== OPEN_ARRAY) return [checked(body, { start, end }, limits)];

  const items: Item[] = [];
  let at = skipSpace(body, start + 1);
  if (body[at] === CLOSE_ARRAY) at += 1;
  else {
    for (;;) {
      const item = scan(body, skipSpace(body, at), end, limits, true);
      add(items, item, limits);
      at = skipSpace(body, item.end);
      if (at >= end) throw unreadable(notJson('body', 'the array is not closed', end));
      if (body[at++] === CLOSE_ARRAY) break;
    }
  }
  if (at < end) throw unreadable(notJson('body', 'unexpected data after the array', skipSpace(body, at)));
  return items;
}

/** Why a body of one JSON value is not to be parsed; undefined if it may be. */
export function faultOf(body: Buffer, limits: Limits): Refusal | undefined {
  return checked(body, { start: 0, end: body.length }, limits).fault;
}

/** Adds the item's fault. Most items need no scan: they are short with few brackets and can have none. */
function checked(body: Buffer, item: Item, limits: Limits): Item {
  const short = item.end - item.start <= Math.min(limits.stringBytes, limits.itemBytes);
  const plain = short && opensAtMost(limits.depth, body.toString('latin1', item.start, item.end));
  return plain ? item : scan(body, item.start, item.end, limits);
}

/** Whether a text has at most this many opening brackets, including those in strings. */
function opensAtMost(most: number, text: string): boolean {
  let opened = 0;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (++opened > most) return false;
  return true;
}

/**
 * Scans one item from `start` to `end`, or, as an `element` of an array, to the comma or bracket that ends
 * it. Brackets are counted, not matched: an item with mismatched brackets is not JSON and is refused by the
 * parser.
 */
function scan(body: Uint8Array, start: number, end: number, limits: Limits, element = false): Item {
  let depth = 0;
  let deepest = 0;
  let longest = 0;
  let longestAt = 0;
  let at = start;
  walk: for (; at < end; at++) {
    switch (body[at]) {
      case QUOTE: {
        const opened = at++;
        while (at < end && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
        const length = at - opened - 1;
        if (length > longest) [longest, longestAt] = [length, opened];
        break;
      }
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > deepest) deepest = depth;
        break;
      case CLOSE_ARRAY:
        if (element && depth === 0) break walk;
        depth--;
        break;
      case CLOSE_OBJECT:
        depth--;
        break;
      case COMMA:
        if (element && depth === 0) break walk;
        break;
    }
  }
  const item = trimmed(body, start, Math.min(at, end));
  const fault = tooMuch(item, deepest, longest, longestAt, limits);
  return fault === undefined ? item : { ...item, fault };
}

function tooMuch(
  { start, end }: Item,
  deepest: number,
  longest: number,
  longestAt: number,
  { stringBytes, itemBytes, depth }: Limits,
): Refusal | undefined {
  const size = end - start;
  if (longest > stringBytes) {
    const position = longestAt - start;
    const where = `the string at byte ${position} of the item`;
    const limit = { type: 'string size', value: stringBytes, actual: longest, unit: 'bytes' };
    return tooLarge({ ...limit, where, position });
  }
  const where = 'the item';
  if (size > itemBytes)
    return tooLarge({ type: 'item size', value: itemBytes, actual: size, unit: 'bytes', where });
  if (deepest > depth)
    return tooLarge({ type: 'depth', value: depth, actual: deepest, unit: 'levels', where });
  return undefined;
}

function add(items: Item[], item: Item, limits: Limits): void {
  if (items.length >= limits.items) {
    const refusal = bodyTooLarge('number of items', limits.items, items.length + 1, 'items');
    throw new BodyUnreadable(413, refusal);
  }
  items.push(item);
}

/** Adds a fault if one of the item's strings is not UTF-8. Quotes are ASCII, so splitting at them is safe. */
function checkEncoding(body: Uint8Array, item: Item): Item {
  if (isUtf8(body.subarray(item.start, item.end))) return item;
  let broken: number | undefined;
  let at = item.start;
  for (let inString = false; at < item.end; inString = !inString) {
    let end = at;
    while (end < item.end && body[end] !== QUOTE) end += inString && body[end] === BACKSLASH ? 2 : 1;
    end = Math.min(end, item.end);
    if (!isUtf8(body.subarray(at, end))) {
      if (!inString) throw unreadable(badEncoding('the body is not UTF-8', at));
      broken ??= at - item.start - 1;
    }
    at = end + 1;
  }
  return { ...item, fault: item.fault ?? badEncoding('the string that starts here is not UTF-8', broken) };
}

function unreadable(refusal: Refusal): BodyUnreadable {
  return new BodyUnreadable(400, refusal);
}

function skipSpace(body: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(body[at])) at++;
  return at;
}

function trimmed(body: Uint8Array, from: number, to: number): Item {
  const start = Math.min(skipSpace(body, from), to);
  let end = to;
  while (end > start && isSpace(body[end - 1])) end--;
  return { start, end };
}
