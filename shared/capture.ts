import type { Exchange } from './exchange.ts';
import { isObject } from './json/value.ts';
import { invalidType, missingParam, type Refusal, tooLarge, typeName } from './refusal.ts';
import { characters } from './text/characters.ts';
import { isDuration, LONGEST_DURATION } from './time/duration.ts';
import { epochMs, rfc3339 } from './time/instant.ts';

/** A response as it was seen, and what was known of its request. */
export interface Capture extends Exchange {
  readonly server: string;
  readonly server_version?: string | undefined;
  /** Idempotency key within its server. */
  readonly id?: string | undefined;
  readonly client?: string | undefined;
  readonly client_version?: string | undefined;
  readonly session?: string | undefined;
  readonly request_id?: string | undefined;
  readonly transport?: string | undefined;
  readonly duration_ms?: number | undefined;
}

type CaptureRead =
  | { readonly capture: Capture; readonly errors?: undefined }
  | { readonly capture?: undefined; readonly errors: readonly Refusal[] };

/** Maximum length of each string member, in {@link characters}. */
export const LONGEST = {
  server: 200,
  server_version: 200,
  id: 128,
  method: 200,
  tool: 1_000,
  operation: 1_000,
  client: 200,
  client_version: 200,
  session: 500,
  request_id: 500,
  transport: 100,
} as const;

export type TextMember = keyof typeof LONGEST;

/**
 * Reads a capture; `defaults` fill in what it does not say. Returns every fault with its member and reason.
 * Unknown members are ignored, and nothing is coerced, so a number is not a string. An optional member that is null counts
 * as absent, as many languages serialise it so, and so does an empty name; `params` are kept as sent.
 */
export function readCapture(
  value: unknown,
  defaults: { readonly server?: string | undefined; readonly observed_at?: number } = {},
): CaptureRead {
  if (!isObject(value)) return { errors: [wrongType('capture', 'object', value)] };
  const errors: Refusal[] = [];
  const text = (member: TextMember, given: unknown) =>
    given === '' ? undefined : readText(member, given ?? undefined, errors);
  const server = value.server === undefined ? defaults.server : readText('server', value.server, errors);
  if (value.response === undefined) errors.push(missingParam('response'));
  if (value.server === undefined && server === undefined) errors.push(missingParam('server'));
  const capture = {
    response: value.response,
    // A missing one is an error, so there will be no capture.
    server: server ?? '',
    server_version: text('server_version', value.server_version),
    id: text('id', value.id),
    observed_at: readTime(value.observed_at ?? undefined, errors) ?? defaults.observed_at,
    method: text('method', value.method),
    tool: text('tool', value.tool),
    operation: text('operation', value.operation),
    params: value.params,
    client: text('client', value.client),
    client_version: text('client_version', value.client_version),
    session: text('session', value.session),
    request_id: text('request_id', value.request_id),
    transport: text('transport', value.transport),
    duration_ms: readDuration(value.duration_ms ?? undefined, errors),
    tool_listed: readFlag(value.tool_listed ?? undefined, errors),
  };
  return errors.length > 0 ? { errors } : { capture };
}

function readText(member: TextMember, text: unknown, errors: Refusal[]): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string') {
    errors.push(wrongType(member, 'string', text));
    return undefined;
  }
  const longest = LONGEST[member];
  // No text has more characters than units, which need not be counted.
  const length = text.length > longest ? characters(text) : text.length;
  if (length > longest) errors.push(tooLong(member, longest, length));
  if (text.length === 0) errors.push(wrongType(member, `string of 1 to ${longest} characters`, text));
  return text;
}

const TIME = 'RFC 3339 time or epoch milliseconds';

function readTime(value: unknown, errors: Refusal[]): number | undefined {
  if (value === undefined) return undefined;
  const ms =
    typeof value === 'string'
      ? rfc3339(value)
      : typeof value === 'number'
        ? epochMs(Math.trunc(value))
        : undefined;
  if (ms === undefined) errors.push(wrongType('observed_at', TIME, value));
  return ms;
}

function readDuration(value: unknown, errors: Refusal[]): number | undefined {
  if (value === undefined || isDuration(value)) return value;
  errors.push(wrongType('duration_ms', `number from 0 to ${LONGEST_DURATION}`, value));
  return undefined;
}

function readFlag(value: unknown, errors: Refusal[]): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  errors.push(wrongType('tool_listed', 'boolean', value));
  return undefined;
}

function wrongType(name: string, expected: string, value: unknown): Refusal {
  return invalidType(name, expected, valueOrType(value));
}

const SHOWN = 40;

/** A number or a short string as it is, else the type of the value. */
export function valueOrType(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.length <= SHOWN ? JSON.stringify(value) : typeName(value);
}

function tooLong(member: string, longest: number, actual: number): Refusal {
  const type = `${member} length`;
  return tooLarge({ type, value: longest, actual, unit: 'characters', where: 'it' });
}
