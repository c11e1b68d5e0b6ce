import { jsonIn } from '../../../shared/json/value.ts';
import { entriesIn, faultIn } from '../../../shared/recording/entries.ts';
import { type Contents, contentsOf, namesOf, responsesIn } from '../../../shared/recording/responses.ts';
import { unmarked } from '../../../shared/text/cut.ts';

export interface Pasted extends Contents {
  /** What `line` of each has. */
  readonly counts: 'line' | 'number';
}

/** Finds what to judge in pasted text, as the linter does in a file. Where nothing is JSON, one fault is told, in place of one for each line. */
export function exchangesIn(pasted: string): Pasted {
  const text = unwrapped(unmarked(pasted));
  const value = jsonIn(text);
  if (value !== undefined)
    return { ...contentsOf(text, value), counts: Array.isArray(value) ? 'number' : 'line' };
  const { entries, isArray } = entriesIn(text);
  const { found, others } = responsesIn(entries);
  const isJson = others.length > 0 || found.some(({ isGarbled }) => !isGarbled);
  if (isJson || (found.length < 2 && !isArray)) return { found, others, counts: isArray ? 'number' : 'line' };
  return { found: [{ line: 1, reason: faultIn(text) }], others, counts: 'line' };
}

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
