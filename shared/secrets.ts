import { isObject, type JsonObject } from './json/value.ts';

/** Replaces a secret; needs no escaping at any depth of embedded JSON. */
export const MARKER = '[redacted]';

/** `_quota_continue` takes the confirmation token of a paused quota (MCPAQL/spec docs/adapter/rate-limiting.md 4.4). */
const SECRET_KEY = /pass(?:word|wd)?$|secret|token|api[-_]?key|authorization|credential|^_quota_continue$/i;

/** Whether a member's name says that its value is a secret or a confirmation token. */
export function isSecretKey(name: string): boolean {
  return SECRET_KEY.test(name);
}

/** A word of a sentence: letters or a short number, perhaps with punctuation; unlike most secrets, not both and no symbol. */
const WORD = /^(?:[\p{L}\p{M}\p{P}]+|\p{P}*\d{1,4}\p{P}*)$/u;

/**
 * Whether an item of a list under a secret key is a sentence, of three words or more. In such lists frameworks say what is
 * wrong with the secret, as in `{"password": ["This field is required."]}`.
 */
export function isSentence(item: unknown): boolean {
  if (typeof item !== 'string') return false;
  const words = item.trim().split(/\s+/);
  return words.length > 2 && words.every((word) => WORD.test(word));
}

/** Deeper values are omitted from a copy: JSON.stringify of a deeper one could overflow the stack. */
const DEEPEST = 64;

/**
 * A captured object that is safe to quote outside the evidence: a copy in which strings under secret keys are replaced and
 * values nested too deep are omitted.
 */
export function quotable(object: JsonObject, depth = 0): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, item]) => [name, quotableItem(item, isSecretKey(name), depth + 1)]),
  );
}

function quotableItem(value: unknown, secret: boolean, depth: number): unknown {
  if (typeof value === 'string') return secret && value !== '' ? MARKER : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return MARKER;
  if (Array.isArray(value))
    return value.map((item: unknown) => quotableItem(item, secret && !isSentence(item), depth + 1));
  return isObject(value) ? quotable(value, depth) : value;
}
