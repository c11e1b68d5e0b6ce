import { classify, classifyObject } from './classify.ts';
import type { Said } from './dialects/dialect.ts';
import { mcpAql } from './dialects/mcp-aql.ts';
import type { Exchange } from './exchange.ts';
import { isObject, type JsonObject } from './json.ts';
import { failureInData, hasErrorProse, hasLostError } from './masked.ts';
import type { Located, MemberReading, Reading } from './reading.ts';
import { isMcpAqlTool, toolOf } from './tools.ts';
import { bare, unwrap } from './unwrap.ts';
import { readWarnings } from './warnings.ts';

/** Reads a response: where its envelope stands, which dialect it speaks and what it says. Never throws. */
export function read(exchange: Exchange): Reading {
  const { pinned } = exchange;
  const tool = toolOf(exchange);
  const mcpAqlTool = isMcpAqlTool(tool);
  const located = unwrap(
    exchange.response,
    (object) => classifyObject(object, mcpAqlTool, pinned) !== undefined,
  );
  const { reader, decidedBy } = classify(located, mcpAqlTool, pinned);
  const said = reader.read(located);
  const asksMcpAql = mcpAqlTool || reader === mcpAql;
  const head: Head = { exchange, located, dialect: reader.dialect, decidedBy, mcpAqlTool };
  const reading = readEnvelope(
    head,
    said,
    exchange.operation ?? (asksMcpAql ? operationAsked(exchange) : undefined),
    tool,
    0,
  );
  return mcpAqlTool || decidedBy === 'pinned' ? { ...reading, proven: true } : reading;
}

type Head = Pick<Reading, 'exchange' | 'located' | 'dialect' | 'decidedBy' | 'mcpAqlTool'>;

function readEnvelope(
  head: Head,
  said: Said,
  asked: string | undefined,
  tool: string | null,
  depth: number,
): Reading {
  const { located, exchange } = head;
  const own = { ...head, ...said, masked: isMasked(said, located) };
  if (head.dialect !== 'mcp-aql' || located.envelope === undefined) {
    return { ...own, operation: asked ?? tool, warnings: [], members: [] };
  }
  const operation = asked ?? operationTold(said, located.envelope) ?? tool;
  const members = readMembers(located.envelope, head, depth);
  return {
    ...own,
    operation,
    proven: said.proven || members.some(({ reading }) => reading.proven),
    warnings: readWarnings(located.envelope, { operation, observedAt: exchange.observedAt }),
    members,
  };
}

/** `arguments.operation` of the request. */
function operationAsked({ params }: Exchange): string | undefined {
  const args = isObject(params) ? params.arguments : undefined;
  return isObject(args) ? word(args.operation) : undefined;
}

/** The operation that the error's details name, else those of the first warning that names one. */
function operationTold({ details }: Said, { warnings }: JsonObject): string | undefined {
  const named = details === null ? undefined : word(details.operation);
  if (named !== undefined || !Array.isArray(warnings)) return named;
  for (const warning of warnings) {
    const told = isObject(warning) && isObject(warning.details) ? word(warning.details.operation) : undefined;
    if (told !== undefined) return told;
  }
  return undefined;
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether a claimed success hides a failure (TRN-06, TRN-10). */
function isMasked({ outcome }: Said, located: Located): boolean {
  const { envelope } = located;
  if (outcome !== 'success' || envelope === undefined) return false;
  return hasLostError(located) || failureInData(envelope) !== undefined || hasErrorProse(envelope);
}

/** Members of one batch that are read: the specification's limit on elements (v1.0.0-draft 4.7). */
const MOST_MEMBERS = 10_000;

/** Batches inside batches that are read; a bound on recursion. */
const DEEPEST = 8;

function readMembers({ results }: JsonObject, parent: Head, depth: number): readonly MemberReading[] {
  if (!Array.isArray(results) || results.length === 0 || depth === DEEPEST) return [];
  const members: MemberReading[] = [];
  for (const [position, item] of results.slice(0, MOST_MEMBERS).entries()) {
    if (isObject(item) && isObject(item.result)) {
      members.push(readMember(item, item.result, position, parent, depth + 1));
    }
  }
  return members;
}

function readMember(
  item: JsonObject,
  envelope: JsonObject,
  position: number,
  { exchange: { observedAt, tool }, mcpAqlTool, decidedBy }: Head,
  depth: number,
): MemberReading {
  const exchange: Exchange = {
    response: envelope,
    ...(tool === undefined ? {} : { tool }),
    ...(observedAt === undefined ? {} : { observedAt }),
  };
  const located = bare(envelope);
  const head: Head = { exchange, located, dialect: 'mcp-aql', decidedBy, mcpAqlTool };
  const reading = readEnvelope(head, mcpAql.read(located), word(item.operation), null, depth);
  const { operation, outcome, code, category, message, masked, warnings } = reading;
  const index = Number.isInteger(item.index) ? Number(item.index) : position;
  const pointer = `/results/${position}/result`;
  return { index, pointer, operation, outcome, code, category, message, masked, warnings, reading };
}
