import type { Exchange } from './exchange.ts';
import { isObject, type JsonObject, stringOrNull } from './json/value.ts';
import { statusIn } from './prose.ts';
import { read } from './read.ts';
import type { Reading } from './reading.ts';
import type { RuleSettings } from './rules/settings.ts';
import { cut } from './text/cut.ts';
import { isDuration } from './time/duration.ts';
import { toolOf } from './tools.ts';
import { validate } from './validate.ts';
import { LONGEST_NAME, type MemberVerdict, type Verdict } from './verdict.ts';

/**
 * Returns everything that one response says, and every rule it breaks. Pure: the same for server, command line and browser.
 * Never throws, whatever the response is. A rule that needs a time or the request is skipped if the exchange has none.
 */
export function inspect(exchange: Exchange, settings?: RuleSettings): Verdict {
  return judge(read(exchange), settings);
}

/** The verdict on a response that was already read, for callers that need the reading as well. */
export function judge(reading: Reading, settings?: RuleSettings): Verdict {
  const { located, outcome, details } = reading;
  const meta = isObject(located.envelope?._meta) ? located.envelope._meta : undefined;
  return {
    tool: clipped(toolOf(reading.exchange), LONGEST_NAME),
    operation: clipped(reading.operation, LONGEST_NAME),
    dialect: reading.dialect,
    decided_by: reading.decidedBy,
    carrier: located.carrier,
    outcome,
    code: clipped(reading.code, LONGEST_NAME),
    category: reading.category,
    message: clipped(reading.message, LONGEST_MESSAGE),
    masked: reading.masked,
    is_error: located.isError ?? null,
    proven: reading.proven,
    request_id: clipped(requestIdOf(meta, details), LONGEST_NAME),
    http_status: outcome === 'success' ? null : statusOf(reading),
    duration_ms: durationOf(meta),
    quota: reading.quota,
    warnings: reading.warnings,
    violations: validate(reading, settings),
    members: membersOf(reading, ''),
  };
}

/** What a response and its members say: the part of a verdict that needs no rules. */
export type Statement = Pick<
  Verdict,
  'dialect' | 'outcome' | 'code' | 'category' | 'message' | 'warnings' | 'members'
>;

/** As {@link judge}, without the rules. */
export function statementOf(reading: Reading): Statement {
  const { dialect, outcome, code, category, message, warnings } = reading;
  return {
    dialect,
    outcome,
    code: clipped(code, LONGEST_NAME),
    category,
    message: clipped(message, LONGEST_MESSAGE),
    warnings,
    members: membersOf(reading, ''),
  };
}

/** Verdicts cut messages, since the evidence has the whole. UTF-16 units. */
const LONGEST_MESSAGE = 4_000;

function clipped(text: string | null, length: number): string | null {
  return text === null ? null : cut(text, length);
}

function requestIdOf(meta: JsonObject | undefined, details: JsonObject | null): string | null {
  return stringOrNull(meta?.request_id ?? meta?.requestId ?? details?.request_id);
}

function durationOf(meta: JsonObject | undefined): number | null {
  const duration = meta?.duration_ms ?? meta?.durationMs;
  return isDuration(duration) ? duration : null;
}

function statusOf({ located: { envelope }, details, message }: Reading): number | null {
  for (const status of [details?.http_status, details?.status, envelope?.status]) {
    if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599)
      return status;
  }
  return message === null ? null : (statusIn(message) ?? null);
}

function membersOf({ members }: Reading, prefix: string): readonly MemberVerdict[] {
  if (members.length === 0) return NONE;
  return members.flatMap(({ index, pointer, reading }) => [
    {
      index,
      operation: clipped(reading.operation, LONGEST_NAME),
      outcome: reading.outcome,
      code: clipped(reading.code, LONGEST_NAME),
      category: reading.category,
      message: clipped(reading.message, LONGEST_MESSAGE),
      masked: reading.masked,
      quota: reading.quota,
      warnings: reading.warnings,
      pointer: prefix + pointer,
    },
    ...membersOf(reading, prefix + pointer),
  ]);
}

const NONE: readonly MemberVerdict[] = [];
