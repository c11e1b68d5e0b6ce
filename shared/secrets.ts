import { isObject, type JsonObject } from './json.ts';

/** Replaces a secret; needs no escaping at any depth of embedded JSON. */
export const MARKER = '[redacted]';

const SECRET_KEY = /pass(?:word|wd)?$|secret|token|api[-_]?key|authorization|credential/i;

/** Whether a member's name says that its value is a secret or a confirmation token. */
export function isSecretKey(name: string): boolean {
  return SECRET_KEY.test(name);
}

/** Deeper values are omitted from a copy: JSON.stringify of a deeper one could overflow the stack. */
const DEEPEST = 64;

/**
 * Makes a captured object safe to quote outside the evidence: a copy in which strings under secret keys are replaced and
 * values nested too deep are omitted; the object itself if there are none, as is nearly always the case.
 */
export function quotable(object: JsonObject): JsonObject {
  return isQuotable(object, false, 0) ? object : copyOfObject(object, 0);
}

/** Whether a value can be quoted as it is: no string in it is under a secret key, and it is not nested too deep. */
function isQuotable(value: unknown, secret: boolean, depth: number): boolean {
  if (typeof value === 'string') return !secret || value === '';
  if (typeof value !== 'object' || value === null) return true;
  if (depth === DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item: unknown) => isQuotable(item, secret, depth + 1));
  if (!isObject(value)) return true;
  for (const name in value) {
    if (!isQuotable(value[name], isSecretKey(name), depth + 1)) return false;
  }
  return true;
}

function copyOfObject(object: JsonObject, depth: number): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, item]) => [name, copyOf(item, isSecretKey(name), depth + 1)]),
  );
}

function copyOf(value: unknown, secret: boolean, depth: number): unknown {
  if (typeof value === 'string') return secret && value !== '' ? MARKER : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return MARKER;
  if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item, secret, depth + 1));
  return isObject(value) ? copyOfObject(value, depth) : value;
}
