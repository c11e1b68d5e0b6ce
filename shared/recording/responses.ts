import { readCapture } from '../capture.ts';
import { ENVELOPE_MEMBERS } from '../envelope-members.ts';
import type { Exchange } from '../exchange.ts';
import { isObject, type JsonObject } from '../json/value.ts';
import type { Refusal } from '../refusal.ts';
import { counted } from '../text/words.ts';
import { type Entry, entriesIn, entriesOfObject } from './entries.ts';
import { Pairing, type ToolReply, type Verbatim } from './pairing.ts';

/** A response in a text that someone wants judged, or why there is none in its place. `line` as in {@link Entry}. */
type Found =
  | {
      readonly line: number;
      readonly exchange: Exchange;
      /** JSON with the response: a capture, or the response itself. */
      readonly text: string;
      readonly isCapture: boolean;
      /** False where `text` was put together, from a reply and the request that it answers. */
      readonly isWritten: boolean;
      readonly reason?: undefined;
      readonly isGarbled?: undefined;
      readonly errors?: undefined;
    }
  | {
      readonly line: number;
      readonly exchange?: undefined;
      readonly reason: string;
      /** As in {@link Entry}. */
      readonly isGarbled?: true;
      /** Of what is a capture by its members. */
      readonly errors?: readonly Refusal[];
    };

/** What a text holds. */
export interface Contents {
  readonly found: readonly Found[];
  /** Messages to judge nothing of: requests, notifications, and replies to what is no call of a tool. */
  readonly others: readonly JsonObject[];
}

/** Server of what names none. */
export const UNNAMED = 'unnamed';

/** Members that make an object a capture, envelope or message. */
const MARKS = ['response', 'jsonrpc', 'msg', ...ENVELOPE_MEMBERS];

const isMarked = (value: unknown) => isObject(value) && MARKS.some((name) => Object.hasOwn(value, name));

/** What JSON holds: `text` is its text. What a recording cannot hold is a response itself, and so is an array of nothing that it can. */
export function contentsOf(text: string, value: unknown): Contents {
  if (isObject(value)) return responsesIn(entriesOfObject(text, value));
  if (Array.isArray(value) && value.some(isMarked)) return responsesIn(entriesIn(text).entries);
  const exchange = { response: value };
  return { found: [{ line: 1, exchange, text, isCapture: false, isWritten: true }], others: [] };
}

/** Finds the responses among entries. Unlike in a recording, whatever has no request among them counts as a tool's. */
export function responsesIn(entries: Iterable<Entry>): Contents {
  const found: Found[] = [];
  const others: JsonObject[] = [];
  const pairing = new Pairing({ trusting: true });
  for (const entry of entries) {
    const { line } = entry;
    switch (entry.kind) {
      case 'unreadable':
        found.push(entry);
        break;
      case 'envelope': {
        const { text, value } = entry;
        found.push({ line, exchange: { response: value }, text, isCapture: false, isWritten: true });
        break;
      }
      case 'capture': {
        const { capture, errors } = readCapture(entry.value, { server: UNNAMED });
        if (capture === undefined)
          found.push({ line, reason: errors.map(({ message }) => message).join('; '), errors });
        else found.push({ line, exchange: capture, text: entry.text, isCapture: true, isWritten: true });
        break;
      }
      case 'message': {
        const reply = pairing.take({ ...entry.message, server: entry.server ?? UNNAMED });
        if (reply === undefined) others.push(entry.message.message.value);
        else found.push({ line, exchange: exchangeOf(reply), ...written(reply, entry.server) });
      }
    }
  }
  return { found, others };
}

/** What is known of a reply's call, for judging it. */
export function exchangeOf({ response, params, tool, observed_at, tool_listed }: ToolReply): Exchange {
  return {
    response: response.value,
    method: 'tools/call',
    tool,
    params: params?.value,
    observed_at,
    tool_listed,
  };
}

function written({ response, params, ...known }: ToolReply, server: string | undefined) {
  return params === undefined
    ? { text: response.text(), isCapture: false, isWritten: true }
    : { text: captureOf({ ...known, server }, params, response), isCapture: true, isWritten: false };
}

function captureOf(known: object, params: Verbatim, response: Verbatim): string {
  const facts = JSON.stringify({ ...known, method: 'tools/call' });
  return `${facts.slice(0, -1)},"params":${params.text()},"response":${response.text()}}`;
}

/** What messages are, of which nothing is judged: `a JSON-RPC request`. */
export function namesOf(others: readonly JsonObject[]): string {
  const [{ method, id } = {}, ...more] = others;
  if (more.length > 0) return `${counted(others.length, 'JSON-RPC message')} without a tool’s response`;
  if (method === undefined) return 'a reply to what is no call of a tool';
  return id === undefined ? 'a JSON-RPC notification' : 'a JSON-RPC request';
}
