import { ENVELOPE_MEMBERS } from '../../../shared/envelope-members.ts';
import { isObject, jsonIn } from '../../../shared/json/value.ts';
import { entriesIn, entriesOfObject, faultIn, NOT_JSON } from '../../../shared/recording/entries.ts';
import { type Contents, type Found, namesOf, responsesIn } from '../../../shared/recording/responses.ts';
import { unmarked } from '../../../shared/text/cut.ts';

/** Members that make an object a capture, envelope or message; an array of others is one response's data. */
const MARKS = ['response', 'jsonrpc', 'msg', ...ENVELOPE_MEMBERS];

const isExchange = (value: unknown) => isObject(value) && MARKS.some((name) => Object.hasOwn(value, name));

export interface Pasted extends Contents {
  /** What {@link Found} has in `line`. */
  readonly counts: 'line' | 'number';
}

/**
 * Finds what to judge in pasted text, as the linter does in a file. What is no object is a response itself, unless it is an
 * array of what the linter reads; so is the whole of a text in which there is nothing else.
 */
export function exchangesIn(pasted: string): Pasted {
  const text = unwrapped(unmarked(pasted));
  const value = jsonIn(text);
  if (isObject(value)) return { ...responsesIn(entriesOfObject(text, value)), counts: 'line' };
  if (value !== undefined && !(Array.isArray(value) && value.some(isExchange)))
    return alone({ line: 1, exchange: { response: value }, text, isCapture: false, isWritten: true });
  const { entries, isArray } = entriesIn(text);
  const { found, others } = responsesIn(entries);
  const isJson = others.length > 0 || found.some(({ reason }) => !reason?.startsWith(NOT_JSON));
  if (!isJson && found.length > 0) return alone({ line: 1, reason: faultIn(text) });
  return { found, others, counts: isArray ? 'number' : 'line' };
}

const alone = (one: Found): Pasted => ({ found: [one], others: [], counts: 'line' });

/** Why there is no verdict on what was found at an index. */
export function whyNone({ found, others }: Pasted, at: number): string {
  const one = found[at];
  if (one?.reason !== undefined) return one.reason;
  return others.length === 0 ? 'Paste JSON to see its verdict.' : `Nothing to judge in ${namesOf(others)}`;
}

/** What a curl command sends, as the dashboard copies one, or what stands in a fence of Markdown; any other text as it is. */
function unwrapped(text: string): string {
  const [, fenced] = /^\s*```[^\n]*\n([\s\S]*)\n\s*```\s*$/.exec(text) ?? [];
  const [, quoted] = /^\s*curl\s[\s\S]*?\s--data(?:-binary|-raw)? '([^']*(?:'\\''[^']*)*)'/.exec(text) ?? [];
  return fenced ?? quoted?.replaceAll("'\\''", "'") ?? text;
}
