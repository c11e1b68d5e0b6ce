/** A JSON object as made by JSON.parse. Only own members are evidence, so read members whose name is not fixed through {@link member}. */
export interface JsonObject {
  readonly [name: string]: unknown;
}

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member `name` of an object, or undefined; never a member of Object.prototype. */
export function member(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The one door through which JSON text enters the domain. Throws SyntaxError on text that is not JSON. */
export function parseJson(text: string): unknown {
  return JSON.parse(text);
}

/** Levels of arrays and objects that JSON may have: parsed, brackets alone take fifty times their length. */
export const MOST_LEVELS = 200;

export function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** The value if it is a non-empty string, else null. */
export function wordOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Parses text that may not be JSON; undefined if it is not. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
