import type { DialectReader, EnvelopeDialect } from './dialects/dialect.ts';
import { dialectOf, ENVELOPE_DIALECTS } from './dialects/index.ts';
import { jsonrpcError } from './dialects/jsonrpc-error.ts';
import { plain } from './dialects/plain.ts';
import { successFlag } from './dialects/success-flag.ts';
import type { JsonObject } from './json/value.ts';
import type { Located } from './reading.ts';
import type { DecidedBy, Dialect } from './verdict.ts';

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
  if (pinned === undefined) return dialectOf(object, mcpAqlTool);
  if (pinned === 'plain') return undefined;
  const dialect = ENVELOPE_DIALECTS.find((candidate) => candidate.dialect === pinned);
  return dialect?.accepts(object) ? dialect : dialectOf(object, mcpAqlTool);
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
