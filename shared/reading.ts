import type { Exchange } from './exchange.ts';
import type { JsonObject } from './json.ts';
import type { Carrier, Category, DecidedBy, Dialect, MemberVerdict, Outcome, Warning } from './verdict.ts';

/** Where the envelope stood in a response, and what stood around it. Made by unwrap(). */
export interface Located {
  readonly carrier: Carrier;
  /** The candidate envelope; undefined where there is none. */
  readonly envelope: JsonObject | undefined;
  /** The CallToolResult; undefined for a bare envelope and a JSON-RPC error. */
  readonly result: JsonObject | undefined;
  /** A CallToolResult that was itself serialised into what `result` carries (TRN-05). */
  readonly inner: JsonObject | undefined;
  /** The JSON-RPC error object. */
  readonly rpcError: JsonObject | undefined;
  /** `isError` of `result` where it is a boolean. */
  readonly isError: boolean | undefined;
  /** The first text block's text (of `inner` where there is one); a response that is a string is its own text. */
  readonly text: string | undefined;
  /** Where the first text block of `result` stands in it, such as `/content/0/text`; undefined without one. */
  readonly textPointer: string | undefined;
  /** The JSON object that a response without an envelope carries: `structuredContent`, else the first text block. */
  readonly payload: JsonObject | undefined;
  /** What followed the closing brace of the envelope, or of the CallToolResult serialised around it (TRN-09); white space apart. */
  readonly trailing: string | undefined;
  /** The value of the first text block where `structuredContent` carries the envelope too (TRN-04). */
  readonly copy: unknown;
}

/** A member of a batch, read as an envelope of its own; `pointer` is from its parent's envelope. */
export interface MemberReading extends MemberVerdict {
  readonly reading: Reading;
}

/** A response read: all that rules look at. Rules never see each other. */
export interface Reading {
  readonly exchange: Exchange;
  readonly located: Located;
  readonly dialect: Dialect;
  readonly decidedBy: DecidedBy;
  readonly outcome: Outcome;
  readonly code: string | null;
  readonly category: Category | null;
  readonly message: string | null;
  readonly operation: string | null;
  /** True where the request called a tool whose name is MCP-AQL's. */
  readonly mcpAqlTool: boolean;
  readonly warnings: readonly Warning[];
  /** `details` of the failure, where it is an object. */
  readonly details: JsonObject | null;
  /** A claimed success that hides a failure (TRN-06, TRN-10). */
  readonly masked: boolean;
  /** True where this response alone proves its server's dialect. */
  readonly proven: boolean;
  /** Members of this envelope's own batch; theirs stand in their readings. */
  readonly members: readonly MemberReading[];
}
