import type { JsonObject } from '../json/value.ts';
import type { EnvelopeDialect } from './dialect.ts';
import { errorFlag } from './error-flag.ts';
import { mcpAql } from './mcp-aql.ts';
import { result } from './result.ts';
import { successFlag } from './success-flag.ts';

/** Dialects with an envelope, in the order in which they are tried: the first that recognises an object reads it. */
export const ENVELOPE_DIALECTS: readonly EnvelopeDialect[] = [result, errorFlag, mcpAql, successFlag];

/** The dialect of the envelope that an object is by its shape; undefined if it is not an envelope. */
export function dialectOf(object: JsonObject, mcpAqlTool: boolean): EnvelopeDialect | undefined {
  return ENVELOPE_DIALECTS.find((dialect) => dialect.recognises(object, mcpAqlTool));
}
