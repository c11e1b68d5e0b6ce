import { type Filter, type FilterChange, readFilter } from '../../lib/filter.ts';

/** What the search box says: a change of the filter, and words that are none. */
export interface Search {
  readonly change: FilterChange;
  readonly problems: readonly string[];
}

/** Name before the colon → member of the filter. */
const NAMES = new Map<
  string,
  'server' | 'client' | 'operation' | 'dialect' | 'outcome' | 'category' | 'code' | 'rule' | 'level'
>([
  ['server', 'server'],
  ['client', 'client'],
  ['operation', 'operation'],
  ['op', 'operation'],
  ['dialect', 'dialect'],
  ['outcome', 'outcome'],
  ['is', 'outcome'],
  ['category', 'category'],
  ['code', 'code'],
  ['rule', 'rule'],
  ['level', 'level'],
]);

const TOKEN = /(?:[^\s"]+:)?"[^"]*"?|\S+/g;
const THRESHOLD = /^sev(?:erity)?(?:<=|:)(?:([012])|(high|medium|low))$/i;
const THRESHOLD_WORDS = new Map([
  ['high', '0'],
  ['medium', '1'],
  ['low', '2'],
]);

const unquoted = (text: string) => text.replace(/^"/, '').replace(/"$/, '');

/**
 * Reads `code:VALIDATION_* server:x sev<=1 "some text"`. Members of one name are a union. What is not a filter is a
 * problem and changes nothing; words without a name are searched for in messages.
 */
export function readSearch(text: string): Search {
  const values = new Map<string, string[]>();
  const words: string[] = [];
  const problems: string[] = [];
  let threshold: string | undefined;
  for (const token of text.match(TOKEN) ?? []) {
    const severity = THRESHOLD.exec(token);
    const colon = token.startsWith('"') ? -1 : token.indexOf(':');
    const name = NAMES.get(token.slice(0, Math.max(0, colon)).toLowerCase());
    if (severity !== null) {
      threshold = severity[1] ?? THRESHOLD_WORDS.get((severity[2] ?? '').toLowerCase());
    } else if (colon === -1) {
      words.push(unquoted(token));
    } else if (name === undefined) {
      problems.push(`${token.slice(0, colon)} is no filter`);
    } else {
      const value = unquoted(token.slice(colon + 1));
      const known = readFilter({ [name]: name === 'rule' ? value.toUpperCase() : value })[name];
      if (known === undefined) problems.push(`${token} names nothing`);
      else values.set(name, [...(values.get(name) ?? []), ...known]);
    }
  }
  const read = readFilter({
    ...Object.fromEntries(values),
    severity_max: threshold,
    q: words.join(' ') || undefined,
  });
  const cleared: FilterChange = Object.fromEntries(
    [...new Set(NAMES.values()), 'severity_max', 'q'].map((name) => [name, undefined]),
  );
  return { change: { ...cleared, ...read }, problems };
}

const quoted = (value: string) =>
  /[\s":]/.test(value) || value === '' ? `"${value.replaceAll('"', '')}"` : value;

/** The filter as the search box writes it; reading that gives the filter back, time apart. */
export function writeSearch(filter: Filter): string {
  const parts: string[] = [];
  for (const name of new Set(NAMES.values())) {
    for (const value of filter[name] ?? []) parts.push(`${name}:${quoted(value)}`);
  }
  if (filter.severity_max !== undefined) parts.push(`sev<=${filter.severity_max}`);
  if (filter.q !== undefined) parts.push(filter.q.split(/\s+/).map(quoted).join(' '));
  return parts.join(' ');
}
