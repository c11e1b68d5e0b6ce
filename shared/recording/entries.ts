import { valueOrType } from '../capture.ts';
import { ENVELOPE_MEMBERS } from '../envelope-members.ts';
import { jsonPrefix } from '../json/prefix.ts';
import { findSyntaxFault } from '../json/syntax.ts';
import { isObject, type JsonObject, jsonIn, parseJson } from '../json/value.ts';
import { nearest } from '../text/nearest.ts';
import { epochMs, instant } from '../time/instant.ts';
import type { Unreadable } from '../unreadable.ts';
import { LineJoiner } from './line-joiner.ts';
import { DIRECTIONS, isMessage, type Message } from './pairing.ts';
import type { Piece } from './piece.ts';
import { rawMember } from './raw.ts';
import { elementsOf, valuesIn } from './values.ts';

/** What one line of a recording is; `line` counts from 1, and is the number of the element in an array. */
export type Entry =
  | {
      readonly kind: 'capture' | 'envelope';
      readonly line: number;
      /** As it stands in the file. */
      readonly text: string;
      readonly value: JsonObject;
    }
  | {
      readonly kind: 'message';
      readonly line: number;
      /** Undefined where the line names no server. */
      readonly server: string | undefined;
      /** The line has a `ts` that is not a time. */
      readonly misdated: boolean;
      readonly message: Omit<Message, 'server'>;
    }
  | ({
      readonly kind: 'unreadable';
      /** It is not JSON. */
      readonly isGarbled?: true;
    } & Unreadable);

/** The entries of pieces, each of which is parsed when it is taken. */
export function* entriesOf(pieces: readonly Piece[], shape: Shape): Generator<Entry, void> {
  const entries: Entry[] = [];
  for (const piece of pieces) {
    addPiece(piece, entries, shape);
    for (const entry of entries) yield entry;
    entries.length = 0;
  }
}

export type Shape = 'array' | 'objects' | 'lines';

/**
 * Decided by how the text begins: an array, an object that goes on in the next line, or lines, of which the first may be a
 * batch: an array that something follows. `isAll` says that no more will be seen; undefined if more must be.
 */
export function shapeOf(start: string, isAll: boolean): Shape | undefined {
  if (!isAll && start.trim() === '') return undefined;
  // A log may begin with `[info]` or a time in brackets.
  const [first] = /^\s*\[[^\S\n]*(?:["{[\]][^\n]*)?(?:\n|$)/.exec(start) ?? [];
  if (first !== undefined) {
    const closes = /\]\s*$/.test(first);
    const goesOn = closes ? start.trim().length > first.trim().length : start.length > first.length;
    if (!goesOn) return isAll ? 'array' : undefined;
    return closes && jsonIn(first) !== undefined ? 'lines' : 'array';
  }
  const [opening] = /^\s*\{[^\n]*/.exec(start) ?? [];
  if (opening === undefined || jsonIn(opening) !== undefined) return 'lines';
  const next = start.slice(opening.length).trimStart();
  if (!isAll && next === '') return undefined;
  return opening.trim() === '{' || /^["}\],]/.test(next) ? 'objects' : 'lines';
}

/** The entries of a whole text, as those of a file. */
export function entriesIn(text: string): { readonly entries: Iterable<Entry>; readonly isArray: boolean } {
  const shape = shapeOf(text, true) ?? 'lines';
  const isArray = shape === 'array';
  return { entries: entriesOf(shape === 'lines' ? linesIn(text) : valuesIn(text, isArray), shape), isArray };
}

function linesIn(text: string): Piece[] {
  const pieces: Piece[] = [];
  const joiner = new LineJoiner((piece) => pieces.push(piece));
  for (const [index, line] of text.split('\n').entries()) joiner.push({ line: index + 1, text: line });
  joiner.end();
  return pieces;
}

type Within = Shape | 'batch';

/**
 * Adds the entries of a piece; `within` is what it is one of. An array is a batch, which contains no further batches:
 * otherwise each would be read once per surrounding bracket.
 */
function addPiece({ line, text, fault }: Piece, entries: Entry[], within: Within): void {
  if (text === undefined) {
    entries.push(unreadable(line, fault));
    return;
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    if (isNumbered(within) && text.includes(NEXT_OBJECT)) addApart(line, text, entries);
    // Only a line of blanks fails like this; looking first would cost every other line.
    else if (text.trim() !== '')
      entries.push({ kind: 'unreadable', line, reason: faultIn(text, within, line), isGarbled: true });
    return;
  }
  if (Array.isArray(value) && within !== 'batch') {
    for (const element of elementsOf(text)) addPiece({ line, text: element }, entries, 'batch');
  } else if (isObject(value)) addObject(line, text, value, entries);
  else entries.push(unreadable(line, 'not a JSON object, so not a capture, message or envelope'));
}

const unreadable = (line: number, reason: string): Entry => ({ kind: 'unreadable', line, reason });

/** True where pieces are numbered by their lines. */
const isNumbered = (within: Within) => within === 'lines' || within === 'objects';

/** Why a text is not JSON, and where, without quoting it, as it may hold a secret. `line` is its first one. */
export function faultIn(text: string, within: Within = 'lines', line = 1): string {
  const { position, reason } = findSyntaxFault(text) ?? { position: 0, reason: 'it cannot be read' };
  const placeOf = (at: number) => {
    const before = text.slice(0, at).split('\n');
    const character = `character ${(before.at(-1) ?? '').length + 1}`;
    if (before.length === 1) return character;
    return `${character} of ${isNumbered(within) ? `line ${line + before.length - 1}` : `its line ${before.length}`}`;
  };
  const opens = text.indexOf('{');
  const object = opens > position && jsonPrefix(text.slice(opens)) !== undefined;
  return `not JSON: ${reason} at ${placeOf(position)}${object ? `; an object begins at ${placeOf(opens)}` : ''}`;
}

const NEXT_OBJECT = '\n{';

/** An object over lines, or the data of an event, that does not end took those after it: each that begins a line is read on its own. */
function addApart(line: number, text: string, entries: Entry[]): void {
  let at = line;
  for (const lines of text.split(/\n(?=\{)/)) {
    addPiece({ line: at, text: lines }, entries, 'lines');
    at += lines.split('\n').length;
  }
}

/** The entries of one object: several if it is a line of traffic with a batch. */
export function entriesOfObject(text: string, value: JsonObject): readonly Entry[] {
  const entries: Entry[] = [];
  addObject(1, text, value, entries);
  return entries;
}

function addObject(line: number, text: string, value: JsonObject, entries: Entry[]): void {
  const has = (name: string) => Object.hasOwn(value, name);
  if (has('response')) entries.push({ kind: 'capture', line, text, value });
  else if (isTraffic(value)) addTraffic(line, text, value, entries);
  else if (has('jsonrpc')) {
    entries.push(messageOf(line, value, () => text, { size: text.length, direction: undefined }));
  } else {
    const fault = faultOf(text, value);
    entries.push(fault === undefined ? { kind: 'envelope', line, text, value } : unreadable(line, fault));
  }
}

/** Members of a capture that identify its call. */
const CALL = ['server', 'tool', 'params', 'observed_at'];

/** A JSON-RPC message within other JSON, also as a text, or as a text in a text. */
const MESSAGE_WITHIN = /"jsonrpc\\*"\s*:\s*\\*"2\.0/;

/**
 * Two members of a capture, perhaps with a misspelt `response`, or what another program wraps messages in, and no member of an
 * envelope: judged as an envelope, it would be a success.
 */
function faultOf(text: string, value: JsonObject): string | undefined {
  const has = (name: string) => Object.hasOwn(value, name);
  if (ENVELOPE_MEMBERS.some(has)) return undefined;
  if (MESSAGE_WITHIN.test(text))
    return 'a JSON-RPC message within other JSON; put it on a line of its own, or under "msg" beside "dir"';
  const known = CALL.filter(has).length;
  if (known === 0) return undefined;
  const meant = Object.keys(value).find((name) => nearest(name, ['response']) !== undefined);
  if (meant !== undefined)
    return `capture without "response"; is ${JSON.stringify(meant)} a misspelling of it?`;
  if (known < 2) return undefined;
  return has('dialect')
    ? 'a row of an exported log, not its capture; export the captures instead'
    : 'capture without "response"';
}

/** Also where the direction is wrong: a tool's own object may have a `dir` and a `msg`, but neither of what else a line of traffic has. */
function isTraffic(value: JsonObject): boolean {
  const has = (name: string) => Object.hasOwn(value, name);
  if (!has('dir') || !has('msg')) return false;
  return has('ts') || has('server') || directionOf(value) !== undefined || isMessages(value.msg);
}

const isMessages = (msg: unknown) => [msg].flat().some((each) => isObject(each) && isMessage(each));

const directionOf = ({ dir }: JsonObject) => DIRECTIONS.find((each) => each === dir);

function addTraffic(line: number, text: string, value: JsonObject, entries: Entry[]): void {
  const direction = directionOf(value);
  if (direction === undefined) {
    const reason = `dir must be "${DIRECTIONS.join('" or "')}", not ${valueOrType(value.dir)}`;
    entries.push(unreadable(line, reason));
    return;
  }
  const at = instantOf(value.ts);
  const call = {
    server: typeof value.server === 'string' && value.server !== '' ? value.server : undefined,
    misdated: at === undefined && (value.ts ?? null) !== null,
    direction,
    session: typeof value.session === 'string' ? value.session : undefined,
    at,
    size: text.length,
  };
  const msg = () => rawMember(text, 'msg') ?? '';
  if (Array.isArray(value.msg)) {
    for (const each of elementsOf(msg())) entries.push(messageOf(line, parseJson(each), () => each, call));
  } else entries.push(messageOf(line, value.msg, msg, call));
}

/** `call` is what the line says of the message. */
function messageOf(
  line: number,
  value: unknown,
  text: () => string,
  {
    server,
    misdated = false,
    ...call
  }: Pick<Message, 'size' | 'direction' | 'session' | 'at'> & {
    readonly server?: string | undefined;
    readonly misdated?: boolean;
  },
): Entry {
  if (!isObject(value)) return unreadable(line, 'msg is not a JSON object, so not a JSON-RPC message');
  if (!isMessage(value)) return unreadable(line, 'JSON-RPC message without "method", "result" and "error"');
  return { kind: 'message', line, server, misdated, message: { message: { value, text }, ...call } };
}

/** Epoch ms of a time in a recording, which is RFC 3339 or epoch ms, also with a fraction; undefined for anything else. */
function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return epochMs(Math.trunc(value));
  return typeof value === 'string' ? instant(value) : undefined;
}
