import type { Facets } from '../../shared/api/facets.ts';
import type { FilterQuery } from '../../shared/api/filter.ts';
import { defined } from '../../shared/collections/defined.ts';
import { LONGEST_SEARCH, MOST_VALUES } from '../../shared/filter-limits.ts';
import type { Severity } from '../../shared/severity.ts';
import { CATEGORIES, DIALECTS, LEVELS, LONGEST_NAME, OUTCOMES } from '../../shared/verdict.ts';

/** The filter of every question, and the search parameters of every page's URL. */
export type Filter = FilterQuery;

/** A change of the filter; `undefined` removes a member. */
export type FilterChange = { [K in keyof Filter]?: Filter[K] | undefined };

export type Dimension = Exclude<keyof Filter, 'from' | 'to' | 'q'>;

/** Label of each dimension, in the order of the filter bar. */
export const DIMENSIONS: Readonly<Record<Dimension, string>> = {
  server: 'Server',
  client: 'Client',
  operation: 'Operation',
  not_server: 'Server is not',
  not_client: 'Client is not',
  not_operation: 'Operation is not',
  category: 'Category',
  code: 'Code',
  not_code: 'Code is not',
  severity_max: 'Severity',
  warning: 'Warning',
  outcome: 'Outcome',
  rule: 'Rule',
  level: 'Level',
  dialect: 'Dialect',
};

/** Dimensions whose values come from the facets, and the facet of each. */
export const FACETS: Readonly<Partial<Record<Dimension, keyof Facets['totals']>>> = {
  server: 'servers',
  not_server: 'servers',
  client: 'clients',
  not_client: 'clients',
  operation: 'operations',
  not_operation: 'operations',
  code: 'codes',
  not_code: 'codes',
  warning: 'warnings',
};

const isDimension = (name: string): name is Dimension => Object.hasOwn(DIMENSIONS, name);

/** Every dimension, in the order of the filter bar. */
export const ALL_DIMENSIONS = Object.keys(DIMENSIONS).filter(isDimension);

/** The change that leaves nothing of a filter but its times. */
export const CLEARED: FilterChange = {
  ...Object.fromEntries(ALL_DIMENSIONS.map((dimension) => [dimension, undefined])),
  q: undefined,
};

export const THRESHOLD_WORDS = ['high', 'high and medium', 'all'] as const;

function list(value: unknown): unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** The distinct values of a URL parameter, however many and however long. */
export function allTexts(value: unknown): string[] {
  const given = list(value).filter((one) => typeof one === 'string' || typeof one === 'number');
  return [...new Set(given.map(String))].filter((one) => one.length > 0);
}

/** The distinct values of a URL parameter: at most 50, each of at most `longest` characters. */
export function texts(value: unknown, longest = LONGEST_NAME + 1): string[] | undefined {
  const kept = allTexts(value).filter((one) => one.length <= longest);
  return kept.length === 0 ? undefined : kept.slice(0, MOST_VALUES);
}

function words<T extends string>(value: unknown, known: readonly T[]): T[] | undefined {
  const asked = new Set(texts(value));
  const kept = known.filter((word) => asked.has(word));
  return kept.length === 0 ? undefined : kept;
}

/** The first value of a URL parameter, cut to `max` characters; undefined if it is empty. */
export function text(value: unknown, max: number): string | undefined {
  const one = list(value)[0];
  return (typeof one === 'string' || typeof one === 'number') && one !== ''
    ? String(one).slice(0, max)
    : undefined;
}

function threshold(value: unknown): Severity | undefined {
  // One character more than it has, so that 12 is not cut to 1.
  const one = text(value, 2);
  return one === '0' ? 0 : one === '1' ? 1 : one === '2' ? 2 : undefined;
}

/** Applies a change to a filter; other members of the search are kept. */
export function changed(held: Filter, change: FilterChange): Filter {
  return defined({ ...held, ...change });
}

/** Reads a filter from a URL's search parameters; invalid values are ignored, and nothing is guessed. */
export function readFilter(search: Readonly<Record<string, unknown>>): Filter {
  return defined({
    from: text(search.from, 40),
    to: text(search.to, 40),
    server: texts(search.server),
    client: texts(search.client),
    operation: texts(search.operation),
    not_server: texts(search.not_server),
    not_client: texts(search.not_client),
    not_operation: texts(search.not_operation),
    dialect: words(search.dialect, DIALECTS),
    outcome: words(search.outcome, OUTCOMES),
    category: words(search.category, CATEGORIES),
    code: texts(search.code),
    not_code: texts(search.not_code),
    severity_max: threshold(search.severity_max),
    warning: texts(search.warning),
    rule: texts(search.rule),
    level: words(search.level, LEVELS),
    q: text(search.q, LONGEST_SEARCH),
  });
}

/** Parses a query string: a single value becomes a string, a repeated one an array. */
export function parseSearch(searchText: string): Record<string, string | string[]> {
  const search = new URLSearchParams(searchText);
  const read = new Map<string, string | string[]>();
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    read.set(name, values.length === 1 ? (values[0] ?? '') : values);
  }
  return Object.fromEntries(read);
}

/** The part of a filter that applies on every page: time, and where the traffic came from. */
export function sharedFilter(filter: Filter): Filter {
  const { from, to, server, client, operation, not_server, not_client, not_operation, dialect } = filter;
  return defined({ from, to, server, client, operation, not_server, not_client, not_operation, dialect });
}

/** A value of a dimension as the server has it, however it was typed: ids of rules are upper case. */
export function typedValue(dimension: Dimension, value: string): string {
  return dimension === 'rule' ? value.toUpperCase() : value;
}

/** Values of a dimension as shown; empty if it is not filtered. */
export function valuesOf(filter: Filter, dimension: Dimension): readonly string[] {
  if (dimension === 'severity_max') {
    return filter.severity_max === undefined ? [] : [THRESHOLD_WORDS[filter.severity_max]];
  }
  return filter[dimension] ?? [];
}

/** The filter in words, one string per member, without its times: `server shop or notes`, `text “gone”`. */
export function filterWords(filter: Filter): string[] {
  const words = ALL_DIMENSIONS.flatMap((dimension) => {
    const values = valuesOf(filter, dimension);
    return values.length === 0 ? [] : [`${DIMENSIONS[dimension].toLowerCase()} ${values.join(' or ')}`];
  });
  return filter.q === undefined ? words : [...words, `text “${filter.q}”`];
}

/** Whether a filter selects by what responses say, thresholds aside: that it leaves nothing is then no good news. */
export function isNarrowed(filter: Filter): boolean {
  const { level: _, severity_max: __, ...said } = filter;
  return filterWords(said).length > filterWords(sharedFilter(filter)).length;
}
