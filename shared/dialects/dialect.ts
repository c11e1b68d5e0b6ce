import { type JsonObject, wordOrNull } from '../json/value.ts';
import type { Located, Said } from '../reading.ts';
import type { Dialect, Outcome } from '../verdict.ts';

/** What a success says that is no more than that. */
export const SUCCESS: Said = {
  outcome: 'success',
  code: null,
  category: null,
  message: null,
  details: null,
  proven: false,
};

/** A way of answering. */
export interface DialectReader {
  readonly dialect: Dialect;
  read(located: Located): Said;
}

/** A dialect that has an envelope. */
export interface EnvelopeDialect extends DialectReader {
  /** Whether an object is an envelope of this dialect by its shape; `mcpAqlTool`: an MCP-AQL tool sent it. */
  recognises(object: JsonObject, mcpAqlTool: boolean): boolean;
  /** Whether an object can be read in this dialect when the owner says that the server speaks it. */
  accepts(object: JsonObject): boolean;
}

/** What `success` claims. */
export function outcomeOf(success: unknown): Outcome {
  if (typeof success !== 'boolean') return 'unknown';
  return success ? 'success' : 'failure';
}

/** A code as text: many servers send a number, often an HTTP status. */
export function codeOrNull(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : wordOrNull(value);
}
