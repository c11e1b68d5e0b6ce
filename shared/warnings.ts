import { WARNING_CODES, WARNING_PREFIXES, type WarningCode } from './codes.ts';
import { canonical } from './json/equality.ts';
import { isObject, type JsonObject, stringOrNull, wordOrNull } from './json/value.ts';
import { quotable } from './secrets.ts';
import { DEFAULT_SEVERITY, severityOf } from './severity.ts';
import { cut } from './text/cut.ts';
import { shortened } from './text/digest.ts';
import { dateOf } from './time/dates.ts';
import { LONGEST_NAME, type Warning, type WarningClass } from './verdict.ts';
import { hasRequired, readDetails, recommend } from './warning-details.ts';

/** Number of warnings of one envelope that are read; the specification allows 10 (warnings.md 6.4). */
const MOST_READ = 1_000;

/**
 * The warnings of an envelope that claims success, in the order sent; items that are not objects are evidence only.
 * `observedAt` is epoch ms; recommendations that need a time are null without it. `most` bounds their number further.
 */
export function readWarnings(
  envelope: JsonObject,
  operation: string | null,
  observedAt: number | undefined,
  most = MOST_READ,
): readonly Warning[] {
  const { warnings } = envelope;
  if (envelope.success !== true || !Array.isArray(warnings) || warnings.length === 0) return NONE;
  const read: Warning[] = [];
  for (const [index, item] of warnings.slice(0, Math.min(MOST_READ, most)).entries()) {
    if (isObject(item)) read.push(readWarning(item, index, operation, observedAt));
  }
  return read;
}

const NONE: readonly Warning[] = [];

function readWarning(
  item: JsonObject,
  index: number,
  operation: string | null,
  observedAt: number | undefined,
): Warning {
  const code = wordOrNull(item.code);
  const sent = isObject(item.details) ? item.details : null;
  const standard = code === null ? undefined : WARNING_CODES.get(code);
  const reading = standard && sent && hasRequired(sent, standard) ? readDetails(standard, sent) : null;
  const declared = severityOf(item.severity);
  const details = sent === null ? null : quotable(sent);
  return {
    index,
    code: code && cut(code, LONGEST_NAME),
    class: classOf(code),
    message: stringOrNull(item.message),
    severity: declared ?? DEFAULT_SEVERITY,
    declared: declaredOf(item.severity),
    defaulted: declared === undefined,
    occurrences: occurrencesOf(item, sent),
    details,
    condition: conditionOf(code, standard, details ?? {}, operation),
    recommended: standard === undefined ? null : recommend(standard, sent ?? {}, observedAt),
    reading,
  };
}

function declaredOf(severity: unknown): unknown {
  if (typeof severity === 'object' && severity !== null) return quotable({ severity }).severity;
  return severity ?? null;
}

/** Class of a warning's code by its prefix. */
export function classOf(code: string | null): WarningClass {
  if (code === null) return 'other';
  return WARNING_PREFIXES.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 'other';
}

/** A larger count would drown every other in a sum, and sums stay exact. */
const MOST_OCCURRENCES = 1_000_000;

function occurrencesOf(item: JsonObject, details: JsonObject | null): number {
  const { occurrence_count: count = details?.occurrence_count } = item;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1) return 1;
  return Math.min(count, MOST_OCCURRENCES);
}

/** What tells a code's conditions apart (condition keys, warnings.md 4); null without a code, and if a standard one's details do not say it. */
function conditionOf(
  code: string | null,
  standard: WarningCode | undefined,
  details: JsonObject,
  operation: string | null,
): string | null {
  if (code === null) return null;
  const keyOf = (...parts: readonly unknown[]) => shortened(JSON.stringify([code, ...parts]));
  if (standard === undefined) return keyOf(lasting(details));
  const values = standard.condition.map((name) => details[name] ?? null);
  if (values.includes(null)) return null;
  const parts = values.map((value) => (typeof value === 'object' ? canonical(value) : value));
  return standard.kind === 'truncation' ? keyOf(operation, ...parts) : keyOf(...parts);
}

/** Details in the order of their names, without what changes from one response to the next: numbers and times. */
function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isLasting).map(lasting);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, item]) => isLasting(item));
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, item]) => [name, lasting(item)]));
}

function isLasting(value: unknown): boolean {
  return typeof value !== 'number' && dateOf(value) === undefined;
}
