import { classify, classifyObject } from './classify.ts';
import type { DialectReader } from './dialects/dialect.ts';
import { mcpAql } from './dialects/mcp-aql.ts';
import type { Exchange } from './exchange.ts';
import { isObject, type JsonObject, wordOrNull } from './json/value.ts';
import { errorProseIn, failureInData, hasLostError } from './masked.ts';
import { quotaOfFailure } from './quota.ts';
import type { Located, MemberReading, Reading, Said } from './reading.ts';
import { isMcpAqlTool, toolOf } from './tools.ts';
import { bare, unwrap } from './unwrap.ts';
import type { DecidedBy, Dialect } from './verdict.ts';
import { readWarnings } from './warnings.ts';

/**
 * Reads a response: where its envelope is, which dialect it speaks and what it says. Never throws.
 *
 * @param pinned The dialect that the owner pinned for this server.
 */
export function read(exchange: Exchange, pinned?: Dialect): Reading {
  const tool = toolOf(exchange);
  const mcpAqlTool = isMcpAqlTool(tool);
  const located = unwrap(
    exchange.response,
    (object) => classifyObject(object, mcpAqlTool, pinned) !== undefined,
  );
  const { reader, decidedBy } = classify(located, mcpAqlTool, pinned);
  const asked = exchange.operation ?? (mcpAqlTool || reader === mcpAql ? operationAsked(exchange) : null);
  return readLocated({
    exchange,
    located,
    reader,
    decidedBy,
    pinned,
    mcpAqlTool,
    asked,
    tool,
    depth: 0,
    left: { members: MOST_MEMBERS, warnings: MOST_WARNINGS },
  });
}

/** What is known of a response or a batch member before it is read. */
interface Head {
  readonly exchange: Exchange;
  readonly located: Located;
  readonly reader: DialectReader;
  readonly decidedBy: DecidedBy;
  readonly pinned: Dialect | undefined;
  readonly mcpAqlTool: boolean;
  /** The operation that was asked for. */
  readonly asked: string | null;
  /** What names the operation where nothing else does. */
  readonly tool: string | null;
  /** Batches around it. */
  readonly depth: number;
  /** How many more members and warnings may be read of the response, in batches of any depth. */
  readonly left: { members: number; warnings: number };
}

function readLocated(head: Head): Reading {
  const { exchange, located, reader, decidedBy, pinned, mcpAqlTool, asked, tool, left } = head;
  const said = reader.read(located);
  const envelope = reader === mcpAql ? located.envelope : undefined;
  const operation = asked ?? (envelope && operationTold(said, envelope)) ?? tool;
  const warnings =
    envelope === undefined ? [] : readWarnings(envelope, operation, exchange.observed_at, left.warnings);
  left.warnings -= warnings.length;
  const members = envelope === undefined ? [] : readMembers(envelope, head);
  return {
    exchange,
    located,
    dialect: reader.dialect,
    decidedBy,
    pinned,
    outcome: said.outcome,
    code: said.code,
    category: said.category,
    message: said.message,
    operation,
    mcpAqlTool,
    warnings,
    details: said.details,
    quota: envelope === undefined ? null : quotaOfFailure(said.code, said.details),
    masked: isMasked(said, located),
    proven:
      said.proven || mcpAqlTool || decidedBy === 'pinned' || members.some(({ reading }) => reading.proven),
    members,
  };
}

/** `arguments.operation` of the request. */
function operationAsked({ params }: Exchange): string | null {
  const args = isObject(params) ? params.arguments : undefined;
  return isObject(args) ? wordOrNull(args.operation) : null;
}

/** The operation named by the error's details, else by the details of the first warning that names one. */
function operationTold({ details }: Said, { warnings }: JsonObject): string | null {
  const named = wordOrNull(details?.operation);
  if (named !== null || !Array.isArray(warnings)) return named;
  for (const warning of warnings) {
    const told =
      isObject(warning) && isObject(warning.details) ? wordOrNull(warning.details.operation) : null;
    if (told !== null) return told;
  }
  return null;
}

/** Whether a claimed success hides a failure (TRN-06, TRN-10). */
function isMasked({ outcome }: Said, located: Located): boolean {
  const { envelope } = located;
  if (outcome !== 'success' || envelope === undefined) return false;
  return (
    hasLostError(located) || failureInData(envelope) !== undefined || errorProseIn(envelope) !== undefined
  );
}

/** Number of members that are read, those of batches within a batch included: the specification's limit on elements (v1.0.0-draft 4.7). */
const MOST_MEMBERS = 10_000;

/** Number of warnings that are read of a response and all its members. */
const MOST_WARNINGS = 10_000;

/** Number of nested batches that are read; bounds the recursion. */
const DEEPEST = 8;

function readMembers({ results }: JsonObject, batch: Head): readonly MemberReading[] {
  if (!Array.isArray(results) || results.length === 0 || batch.depth === DEEPEST) return [];
  const members: MemberReading[] = [];
  for (const [position, item] of results.slice(0, MOST_MEMBERS).entries()) {
    if (batch.left.members === 0) break;
    if (!isObject(item) || !isObject(item.result)) continue;
    batch.left.members -= 1;
    members.push(readMember(item, item.result, position, batch));
  }
  return members;
}

function readMember(item: JsonObject, envelope: JsonObject, position: number, batch: Head): MemberReading {
  const reading = readLocated({
    ...batch,
    exchange: exchangeOf(envelope, batch.exchange),
    located: bare(envelope),
    asked: wordOrNull(item.operation),
    tool: null,
    depth: batch.depth + 1,
  });
  const index = Number.isSafeInteger(item.index) ? Number(item.index) : position;
  return { index, pointer: `/results/${position}/result`, reading };
}

/** A member's own exchange: the request asked for the batch, not for the member. */
function exchangeOf(response: JsonObject, { tool, observed_at }: Exchange): Exchange {
  return { response, tool, observed_at };
}
