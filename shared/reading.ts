import type { Exchange } from './exchange.ts';
import type { JsonObject } from './json/value.ts';
import type { Carrier, DecidedBy, Dialect, Verdict } from './verdict.ts';

/** A CallToolResult that was itself serialised into a text of the one around it (TRN-05). */
export interface SerialisedResult {
  readonly result: JsonObject;
  /** Pointer to the text. */
  readonly pointer: string;
}

/** Where the envelope is in a response, and what is around it. Made by unwrap(). */
export interface Located {
  readonly carrier: Carrier;
  /** The candidate envelope; undefined if there is none. */
  readonly envelope: JsonObject | undefined;
  /** The CallToolResult; undefined for a bare envelope and a JSON-RPC error. */
  readonly result: JsonObject | undefined;
  readonly inner: SerialisedResult | undefined;
  /** The JSON-RPC error object. */
  readonly rpcError: JsonObject | undefined;
  /** `isError` of `result` if it is a boolean. */
  readonly isError: boolean | undefined;
  /** Text of the first text block (of `inner.result` if there is one); a response that is a string is its own text. */
  readonly text: string | undefined;
  /** Pointer to the first text block of `result`, such as `/content/0/text`; undefined if there is none. */
  readonly textPointer: string | undefined;
  /** The JSON object that a response without an envelope carries: `structuredContent`, else the first text block. */
  readonly payload: JsonObject | undefined;
  /** What follows the closing brace of the envelope, or of the CallToolResult serialised around it (TRN-09), except for white space. */
  readonly trailing: string | undefined;
  /** The value of the first text block if `structuredContent` carries the envelope too (TRN-04). */
  readonly copy: unknown;
}

/** What a response says in its dialect: as in its verdict, but in full. */
export interface Said extends Pick<Verdict, 'outcome' | 'code' | 'category' | 'message'> {
  /** The failure's `details`, if it is an object. */
  readonly details: JsonObject | null;
  /** Whether this alone proves that the server speaks the dialect; of a reading, also by a pin or the tool's name. */
  readonly proven: boolean;
}

/** A member of a batch, read as a separate envelope. */
export interface MemberReading {
  /** As in its verdict. */
  readonly index: number;
  /** RFC 6901, from the batch's envelope to its own. */
  readonly pointer: string;
  readonly reading: Reading;
}

/** A response that was read: everything that rules look at. Rules never see each other. */
export interface Reading
  extends Said,
    Pick<Verdict, 'dialect' | 'operation' | 'masked' | 'quota' | 'warnings'> {
  readonly exchange: Exchange;
  readonly located: Located;
  readonly decidedBy: DecidedBy;
  /** The dialect that the owner pinned for this server. */
  readonly pinned: Dialect | undefined;
  /** Whether the request called a tool with an MCP-AQL name. */
  readonly mcpAqlTool: boolean;
  /** Members of this envelope's own batch; the members of nested batches are in their readings. */
  readonly members: readonly MemberReading[];
}
