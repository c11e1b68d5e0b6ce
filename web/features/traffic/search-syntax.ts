import type { Facets } from '../../../shared/api/facets.ts';
import { SEVERITY_WORDS } from '../../../shared/severity.ts';
import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES } from '../../../shared/verdict.ts';
import {
  CLEARED,
  type Dimension,
  FACETS,
  type Filter,
  type FilterChange,
  readFilter,
  typedValue,
} from '../../lib/filter.ts';
import type { TrafficSearch } from './search.ts';

/** What the search box says: a change of the filter and of the page's own parameters, and the problems in the rest. */
interface Search {
  readonly change: FilterChange;
  readonly own: Readonly<Record<OwnName, string | undefined>>;
  readonly problems: readonly string[];
}

type FilterName = Exclude<Dimension, 'severity_max'>;

/** Maps the name before the colon to the member of the filter. Of several for one member, the last is written. */
const NAMES = new Map<string, FilterName>([
  ['server', 'server'],
  ['-server', 'not_server'],
  ['client', 'client'],
  ['-client', 'not_client'],
  ['op', 'operation'],
  ['operation', 'operation'],
  ['-op', 'not_operation'],
  ['-operation', 'not_operation'],
  ['dialect', 'dialect'],
  ['is', 'outcome'],
  ['outcome', 'outcome'],
  ['category', 'category'],
  ['code', 'code'],
  ['-code', 'not_code'],
  ['warning', 'warning'],
  ['rule', 'rule'],
  ['level', 'level'],
]);

/** Names with a single value, which is no part of the filter. */
const OWN = ['deprecated', 'contains'] as const;
type OwnName = (typeof OWN)[number];
const TOKEN = /(?:[^\s":]+:)?"(?:[^"\\]|\\.)*"?|\S+/gs;
const THRESHOLD = /^sev(?:erity)?(?:<=|:)(.*)$/i;

/** Not a number such as -32602, nor an option such as --verbose, which messages contain. */
const EXCLUDED_WORD = /^-(?:\p{L}|")[^:]*$/u;

/** The contents of the quotes, if the text begins with one. */
const unquoted = (text: string) => /^"((?:[^"\\]|\\.)*)/s.exec(text)?.[1]?.replace(/\\(.)/gs, '$1') ?? text;

/** What one word of the search says. */
type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'threshold'; readonly threshold: number }
  | { readonly kind: 'filter'; readonly name: FilterName; readonly values: readonly string[] }
  | { readonly kind: 'own'; readonly name: OwnName; readonly value: string }
  | { readonly kind: 'problem'; readonly problem: string };

/**
 * Parses `code:VALIDATION_* server:x -client:y sev<=1 "some text"`. Values of one name are alternatives; a
 * minus excludes. What is not a filter is a problem and changes nothing; words without a name are searched
 * for in messages, the text after `contains:` in all that was captured, and the name after `deprecated:` among deprecated
 * items that were used.
 */
export function readSearch(text: string): Search {
  const values = new Map<FilterName, readonly string[]>();
  const own: Record<OwnName, string | undefined> = { contains: undefined, deprecated: undefined };
  const words: string[] = [];
  const problems: string[] = [];
  let threshold: number | undefined;
  for (const part of (text.match(TOKEN) ?? []).map(partOf)) {
    switch (part.kind) {
      case 'text':
        words.push(part.text);
        break;
      case 'threshold':
        threshold = part.threshold;
        break;
      case 'filter':
        values.set(part.name, [...(values.get(part.name) ?? []), ...part.values]);
        break;
      case 'own':
        if (own[part.name] !== undefined)
          problems.push(`only one text can be searched for with ${part.name}:`);
        own[part.name] = part.value;
        break;
      case 'problem':
        problems.push(part.problem);
    }
  }
  const read = readFilter({
    ...Object.fromEntries(values),
    severity_max: threshold,
    q: words.join(' '),
  });
  return { change: { ...CLEARED, ...read }, own, problems };
}

function partOf(token: string): Part {
  const problem = (text: string) => ({ kind: 'problem', problem: text }) as const;
  const severity = THRESHOLD.exec(token)?.[1]?.toLowerCase();
  if (severity !== undefined) {
    const threshold = SEVERITY_WORDS.findIndex((word, n) => severity === word || severity === String(n));
    if (threshold >= 0) return { kind: 'threshold', threshold };
    return problem(`${token}: severity must be 0 to 2, or high, medium, low`);
  }
  if (EXCLUDED_WORD.test(token))
    return problem(`words cannot be excluded; to search for ${token} as text, put it in quotes`);
  const colon = token.startsWith('"') ? -1 : token.indexOf(':');
  if (colon === -1) return { kind: 'text', text: unquoted(token) };

  const written = token.slice(0, colon);
  const value = unquoted(token.slice(colon + 1));
  const own = OWN.find((one) => one === written.toLowerCase());
  const name = NAMES.get(written.toLowerCase());
  if (value === '' && (own ?? name) !== undefined) return problem(`${token} needs a value`);
  if (own !== undefined) return { kind: 'own', name: own, value };
  if (name === undefined) return problem(problemOf(written));
  const values = readFilter({ [name]: typedValue(name, value) })[name];
  return values === undefined ? problem(unknownOf(name, value, token)) : { kind: 'filter', name, values };
}

function problemOf(written: string): string {
  if (written.startsWith('-') && NAMES.has(written.slice(1).toLowerCase()))
    return `${written.slice(1)} cannot be excluded; server, client, operation and code can`;
  return `${written} is not a filter; to search for it as text, put it in quotes`;
}

/** Dimensions with a fixed set of values. */
const WORDS = new Map<string, readonly string[]>([
  ['dialect', DIALECTS],
  ['outcome', OUTCOMES],
  ['category', CATEGORIES],
  ['level', LEVELS],
]);

function unknownOf(name: string, value: string, token: string): string {
  const known = WORDS.get(name);
  return known === undefined
    ? `${value} is too long`
    : `${token}: ${name} must be one of ${known.join(', ')}`;
}

const quoted = (value: string) =>
  /[\s":\\]/.test(value) || EXCLUDED_WORD.test(value) || THRESHOLD.test(value)
    ? `"${value.replaceAll(/["\\]/g, '\\$&')}"`
    : value;

/** Most texts that are suggested at once. */
const SUGGESTED = 50;

/** How the text may go on whose last part is the name of a filter, a colon and perhaps a part of its value. */
export function suggestions(text: string, facets: Facets | undefined): readonly string[] {
  const last = text.match(TOKEN)?.at(-1) ?? '';
  const start = last.slice(0, last.indexOf(':') + 1);
  const name = NAMES.get(start.slice(0, -1).toLowerCase());
  if (name === undefined || !text.endsWith(last)) return [];
  const facet = FACETS[name];
  const values = (facet && facets?.[facet].map(({ value }) => value)) ?? WORDS.get(name) ?? [];
  const typed = unquoted(last.slice(start.length)).toLowerCase();
  const before = text.slice(0, -last.length) + start;
  return values
    .filter((value) => value.toLowerCase().includes(typed))
    .slice(0, SUGGESTED)
    .map((value) => before + quoted(value));
}

/** Formats what is searched for as the search box says it; parsing that gives the same, except for times. */
export function writeSearch(filter: Filter, own: TrafficSearch): string {
  const parts: string[] = [];
  const names = new Map([...NAMES].map(([written, name]) => [name, written]));
  for (const [name, written] of names) {
    for (const value of filter[name] ?? []) parts.push(`${written}:${quoted(value)}`);
  }
  if (filter.severity_max !== undefined) parts.push(`sev<=${filter.severity_max}`);
  if (filter.q !== undefined) parts.push(filter.q.split(/\s+/).map(quoted).join(' '));
  for (const name of OWN) {
    const value = own[name];
    if (value !== undefined) parts.push(`${name}:${quoted(value)}`);
  }
  return parts.join(' ');
}
