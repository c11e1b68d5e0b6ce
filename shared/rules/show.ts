import { cut } from '../text/cut.ts';

/** Number of characters of a captured text that a violation's message quotes. */
const LONGEST = 80;

/** A captured text in quotes, cut to 80 characters. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${cut(text, LONGEST - 1)}…` : text);
}

/** A captured value as a message shows it: scalars as JSON, anything else by its kind. */
export function shown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'undefined':
      return 'missing';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'an array' : 'an object';
    default:
      return String(value);
  }
}

/** "a, b or c". */
export function either(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' or ');
}

/** Message about a member that is missing or has the wrong type; `expected` reads like `a string`. */
export function mismatch(name: string, expected: string, value: unknown): string {
  return value === undefined ? `${name} is missing.` : `${name} must be ${expected}, not ${shown(value)}.`;
}
