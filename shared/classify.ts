import type { DialectReader, EnvelopeDialect } from './dialects/dialect.ts';
import { errorFlag } from './dialects/error-flag.ts';
import { jsonrpcError } from './dialects/jsonrpc-error.ts';
import { mcpAql } from './dialects/mcp-aql.ts';
import { plain } from './dialects/plain.ts';
import { result } from './dialects/result.ts';
import { successFlag } from './dialects/success-flag.ts';
import type { JsonObject } from './json/value.ts';
import type { Located } from './reading.ts';
import type { DecidedBy, Dialect } from './verdict.ts';

/** Dialects with an envelope, in the order in which they are tried: the first that recognises an object reads it. */
const ENVELOPE_DIALECTS: readonly EnvelopeDialect[] = [result, errorFlag, mcpAql, successFlag];

interface Classified {
  readonly reader: DialectReader;
  readonly decidedBy: DecidedBy;
}

/**
 * The dialect of an object; undefined if it is not an envelope. A pin decides what the shape leaves open: it applies to
 * every object that can be read in the pinned dialect, and a pin to `plain` for every object.
 */
export function classifyObject(
  object: JsonObject,
  mcpAqlTool: boolean,
  pinned: Dialect | undefined,
): EnvelopeDialect | undefined {
  if (pinned === 'plain') return undefined;
  return (
    ENVELOPE_DIALECTS.find(({ dialect, accepts }) => dialect === pinned && accepts(object)) ??
    ENVELOPE_DIALECTS.find((dialect) => dialect.recognises(object, mcpAqlTool))
  );
}

/** The dialect of a located response, and what decided it. */
export function classify(located: Located, mcpAqlTool: boolean, pinned?: Dialect): Classified {
  const reader = readerOf(located, mcpAqlTool, pinned);
  const { dialect } = reader;
  if (dialect === pinned) return { reader, decidedBy: 'pinned' };
  return { reader, decidedBy: dialect === 'mcp-aql' && mcpAqlTool ? 'tool' : 'shape' };
}

function readerOf(located: Located, mcpAqlTool: boolean, pinned: Dialect | undefined): DialectReader {
  if (located.rpcError !== undefined) return jsonrpcError;
  if (located.envelope === undefined || pinned === 'plain') return plain;
  return classifyObject(located.envelope, mcpAqlTool, pinned) ?? successFlag;
}
