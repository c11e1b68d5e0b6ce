import { isIndex } from '../../../shared/json/pointer.ts';
import { closingQuote } from '../../../shared/json/prefix.ts';

/** JSON as it was written: tokens unchanged, members in order, repeated ones kept. For display, not for judging. */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | {
      readonly kind: 'string' | 'number' | 'word';
      /** The token as written, a string's with its quotes. */
      readonly raw: string;
    };

interface JsonMember {
  /** The name as written, with its quotes. */
  readonly raw: string;
  readonly name: string;
  /** Position of the name in the text. */
  readonly at: number;
  readonly value: JsonNode;
}

/** Deeper text is rejected, so that no reader of the tree can overflow the stack. */
export const MAX_TREE_DEPTH = 500;

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/**
 * The tree of the JSON value that a text starts with, and the text that follows it.
 * Throws SyntaxError, naming the position, on text that is not JSON or nests deeper than MAX_TREE_DEPTH.
 */
export function jsonTree(text: string): { readonly node: JsonNode; readonly rest: string } {
  let at = 0;

  const fail = (due: string): never => {
    throw new SyntaxError(`Expected ${due} at position ${at}`);
  };
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const token = pattern.exec(text)?.[0] ?? '';
    at += token.length;
    return token;
  };
  const takeString = (): string => {
    if (text[at] !== '"') return '';
    const end = closingQuote(text, at);
    if (end === -1) return '';
    const token = text.slice(at, end + 1);
    at = end + 1;
    return token;
  };
  /** Past white space, and past `char` where it stands next. */
  const skip = (char: string): boolean => {
    take(SPACE);
    if (text[at] !== char) return false;
    at += 1;
    return true;
  };

  const list = <T>(close: string, depth: number, one: () => T): T[] => {
    if (depth > MAX_TREE_DEPTH) fail(`value less than ${MAX_TREE_DEPTH} levels deep`);
    const all: T[] = [];
    if (skip(close)) return all;
    do all.push(one());
    while (skip(','));
    if (!skip(close)) fail(`comma or ${close}`);
    return all;
  };
  const member = (depth: number): JsonMember => {
    take(SPACE);
    const start = at;
    const raw = takeString() || fail('name');
    if (!skip(':')) fail('colon');
    return { raw, name: stringOf(raw), at: start, value: value(depth) };
  };
  const value = (depth: number): JsonNode => {
    if (skip('{')) return { kind: 'object', members: list('}', depth, () => member(depth + 1)) };
    if (skip('[')) return { kind: 'array', items: list(']', depth, () => value(depth + 1)) };
    const string = takeString();
    if (string !== '') return { kind: 'string', raw: string };
    const number = take(NUMBER);
    if (number !== '') return { kind: 'number', raw: number };
    return { kind: 'word', raw: take(WORD) || fail('value') };
  };

  const node = value(0);
  return { node, rest: text.slice(at) };
}

/** The value of a string token; the token itself if it is not a valid string. */
export function stringOf(raw: string): string {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : raw;
  } catch {
    return raw;
  }
}

/** An object's last member of that name, as JSON.parse would take it, or an array's item of that index; undefined if there is none. */
export function childOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  if (node?.kind === 'object') return node.members.findLast((member) => member.name === name)?.value;
  return node?.kind === 'array' && isIndex(name) ? node.items[Number(name)] : undefined;
}
