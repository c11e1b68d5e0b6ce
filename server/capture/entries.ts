import { valueOrType } from '../../shared/capture.ts';
import { ENVELOPE_MEMBERS } from '../../shared/envelope-members.ts';
import { findSyntaxFault } from '../../shared/json/syntax.ts';
import { isObject, type JsonObject, jsonIn, parseJson } from '../../shared/json/value.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { epochMs, instant } from '../../shared/time/instant.ts';
import type { Unreadable } from '../../shared/unreadable.ts';
import { LineSplitter, type Piece } from './lines.ts';
import { DIRECTIONS, isMessage, type Message } from './pairing.ts';
import { rawMember } from './raw.ts';
import { elementsOf, ValueSplitter } from './values.ts';

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
  | ({ readonly kind: 'unreadable' } & Unreadable);

/**
 * Reads a recording as a stream, some entries at a time, in constant memory: lines, the elements of one JSON array
 * (`onArray` is then called first), or objects that span several lines. Each is parsed on demand, so that
 * only one is in memory at a time. Rejects only with the source's own error.
 */
export async function* readEntries(
  source: AsyncIterable<Buffer>,
  onArray: () => void,
): AsyncGenerator<Iterable<Entry>, void> {
  let pieces: Piece[] = [];
  const emit = (piece: Piece) => {
    // A file may consist of blank lines, of which each would cost an exception.
    if (piece.text !== '' && piece.text !== '\r') pieces.push(piece);
  };
  let begun: { readonly shape: Shape; readonly splitter: LineSplitter | ValueSplitter } | undefined;
  let head: Buffer = Buffer.alloc(0);
  const begin = (shape: Shape) => {
    if (shape === 'array') onArray();
    const splitter = shape === 'lines' ? new LineSplitter(emit) : new ValueSplitter(emit);
    splitter.push(withoutMark(head));
    return { shape, splitter };
  };
  for await (const chunk of source) {
    if (begun !== undefined) begun.splitter.push(chunk);
    else {
      head = Buffer.concat([head, chunk]);
      const shape = shapeOf(head, head.length > MOST_TELLING);
      if (shape === undefined) continue;
      begun = begin(shape);
    }
    yield entriesOf(pieces, begun.shape);
    pieces = [];
  }
  begun ??= begin(shapeOf(head, true) ?? 'lines');
  begun.splitter.end();
  yield entriesOf(pieces, begun.shape);
}

function* entriesOf(pieces: readonly Piece[], shape: Shape): Generator<Entry, void> {
  const entries: Entry[] = [];
  for (const piece of pieces) {
    read(piece, entries, shape);
    for (const entry of entries) yield entry;
    entries.length = 0;
  }
}

/** Number of bytes by which a file's shape is told at most: all of them are read again with each chunk. */
const MOST_TELLING = 64 * 1024;

type Shape = 'array' | 'objects' | 'lines';

/**
 * Decided by how the text begins: an array, an object that opens on a line of its own, or lines, of which the first may be a
 * batch: an array that something follows. `isAll` says that no more will be seen; undefined if more must be.
 */
function shapeOf(head: Buffer, isAll: boolean): Shape | undefined {
  if (head.length < MARK.length && head.equals(MARK.subarray(0, head.length))) return undefined;
  const start = withoutMark(head).toString('latin1');
  if (!isAll && /^\s*(\{[ \t\r]*)?$/.test(start)) return undefined;
  const [first] = /^\s*\[.*/.exec(start) ?? [];
  if (first !== undefined) {
    const closes = /\]\s*$/.test(first);
    const goesOn = closes ? start.trim().length > first.trim().length : start.length > first.length;
    if (!goesOn) return isAll ? 'array' : undefined;
    return closes && jsonIn(first) !== undefined ? 'lines' : 'array';
  }
  return /^\s*\{[ \t\r]*\n/.test(start) ? 'objects' : 'lines';
}

/** The byte order mark that some editors put before UTF-8. */
const MARK = Buffer.from('\ufeff');

function withoutMark(head: Buffer): Buffer {
  return head.subarray(0, MARK.length).equals(MARK) ? head.subarray(MARK.length) : head;
}

/**
 * `within` is what the piece is one of. An array is a batch, which contains no further batches: otherwise each would be read
 * once per surrounding bracket.
 */
function read({ line, text, fault }: Piece, entries: Entry[], within: Shape | 'batch'): void {
  const unreadable = (reason: string) => entries.push({ kind: 'unreadable', line, reason });
  if (text === undefined) {
    unreadable(fault);
    return;
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    if (within === 'objects' && text.includes(NEXT_OBJECT)) readApart(line, text, entries);
    // Only a line of blanks fails like this; looking first would cost every other line.
    else if (text.trim() !== '') unreadable(`not JSON: ${faultIn(text)}`);
    return;
  }
  if (Array.isArray(value) && within !== 'batch') {
    for (const element of elementsOf(text)) read({ line, text: element }, entries, 'batch');
  } else if (isObject(value)) classify(line, text, value, entries);
  else unreadable('not a JSON object, so not a capture, message or envelope');
}

/** Why a text is not JSON, without quoting it, as it may hold a secret. */
function faultIn(text: string): string {
  const fault = findSyntaxFault(text);
  return fault === undefined ? 'it cannot be read' : `${fault.reason} at character ${fault.position + 1}`;
}

const NEXT_OBJECT = '\n{';

/** An object over lines that does not end took those after it: each that begins a line is read on its own. */
function readApart(line: number, text: string, entries: Entry[]): void {
  let at = line;
  for (const lines of text.split(/\n(?=\{)/)) {
    read({ line: at, text: lines }, entries, 'lines');
    at += lines.split('\n').length;
  }
}

function classify(line: number, text: string, value: JsonObject, entries: Entry[]): void {
  const has = (name: string) => Object.hasOwn(value, name);
  if (has('response')) entries.push({ kind: 'capture', line, text, value });
  else if (has('dir') && has('msg')) traffic(line, text, value, entries);
  else if (has('jsonrpc')) {
    entries.push(
      messageOf(line, value, () => text, {
        size: text.length,
        server: undefined,
        misdated: false,
        direction: undefined,
      }),
    );
  } else {
    const fault = faultOf(value);
    if (fault === undefined) entries.push({ kind: 'envelope', line, text, value });
    else entries.push({ kind: 'unreadable', line, reason: fault });
  }
}

/** Members of a capture that identify its call. */
const CALL = ['server', 'tool', 'params', 'observed_at'];

/** Two members of a capture, perhaps with a misspelt `response`, and none of an envelope: judged as an envelope, it would be a success. */
function faultOf(value: JsonObject): string | undefined {
  const has = (name: string) => Object.hasOwn(value, name);
  if (ENVELOPE_MEMBERS.some(has)) return undefined;
  const known = CALL.filter(has).length;
  if (known === 0) return undefined;
  const meant = Object.keys(value).find((name) => nearest(name, ['response']) !== undefined);
  if (meant !== undefined)
    return `capture without "response"; is ${JSON.stringify(meant)} a misspelling of it?`;
  return known > 1 ? 'capture without "response"' : undefined;
}

function traffic(line: number, text: string, value: JsonObject, entries: Entry[]): void {
  const direction = DIRECTIONS.find((each) => each === value.dir);
  const unreadable = (reason: string) => entries.push({ kind: 'unreadable', line, reason });
  if (direction === undefined) {
    unreadable(`dir must be "${DIRECTIONS.join('" or "')}", not ${valueOrType(value.dir)}`);
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
    misdated,
    ...call
  }: Pick<Message, 'size' | 'direction' | 'session' | 'at'> & {
    readonly server: string | undefined;
    readonly misdated: boolean;
  },
): Entry {
  const unreadable = (reason: string) => ({ kind: 'unreadable', line, reason }) as const;
  if (!isObject(value)) return unreadable('msg is not a JSON object, so not a JSON-RPC message');
  if (!isMessage(value)) return unreadable('JSON-RPC message without "method", "result" and "error"');
  return { kind: 'message', line, server, misdated, message: { message: { value, text }, ...call } };
}

/** Epoch ms of a time in a recording, which is RFC 3339 or epoch ms, also with a fraction; undefined for anything else. */
function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return epochMs(Math.trunc(value));
  return typeof value === 'string' ? instant(value) : undefined;
}
