import type { Filter } from '../store.ts';

/** The dimensions of a filter other than time. */
const DIMENSIONS = [
  'server',
  'client',
  'operation',
  'dialect',
  'outcome',
  'category',
  'code',
  'notCode',
  'severityMax',
  'warning',
  'rule',
  'level',
  'q',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** A filter without its range. */
export type Named = Omit<Filter, 'from' | 'to'>;

/** Returns the names that a filter excludes from a dimension. */
export function leftOut(filter: Named, dimension: Dimension): readonly string[] | undefined {
  switch (dimension) {
    case 'server':
      return filter.notServer;
    case 'client':
      return filter.notClient;
    case 'operation':
      return filter.notOperation;
    default:
      return undefined;
  }
}

/** The dimensions that a filter uses. With `category` or `code`, `notCode` only narrows that dimension. */
export function usedBy(filter: Named): readonly Dimension[] {
  return DIMENSIONS.filter(
    (dimension) =>
      (filter[dimension] !== undefined || leftOut(filter, dimension) !== undefined) &&
      !(dimension === 'notCode' && isAboutFailures(filter)),
  );
}

/** True if a filter selects failures: the log then lists batch members, as errors and groups count them. */
export function isAboutFailures({ category, code }: Named): boolean {
  return category !== undefined || code !== undefined;
}

/** True if a filter selects a warning by its code. */
export function selectsWarning({ warning }: Named, code: string | null): boolean {
  return warning === undefined || matchesCode(warning, code);
}

/** True if a filter selects a code and does not exclude it. */
export function selectsCode({ code: asked, notCode = [] }: Named, code: string | null): boolean {
  return (asked === undefined || matchesCode(asked, code)) && !matchesCode(notCode, code);
}

/** True if a code is one of those named, exactly or by a prefix ending in `*`. */
function matchesCode(named: readonly string[], code: string | null): boolean {
  if (code === null) return false;
  return named.some((one) => (one.endsWith('*') ? code.startsWith(one.slice(0, -1)) : code === one));
}

/** A word to look for in messages. */
interface Word {
  readonly text: string;
  /** True if it stands for all words that begin with it: `fu*`. */
  readonly isPrefix: boolean;
}

/** Letters since Unicode 8 and 12, which to the index of messages are none: two letters beside one are of two words. */
const UNINDEXED = '\\u19b0-\\u19c0\\u19c8\\u19c9\\u1cf2\\u1cf3';
const LETTER = `(?![${UNINDEXED}])[\\p{L}\\p{N}]`;
/** Combining accents, which the index drops. Any other mark, such as a vowel of Hindi, separates words there. */
const ACCENT =
  '[\\u0300-\\u0304\\u0306-\\u030c\\u030f\\u0311\\u031b\\u0323-\\u0328\\u032d\\u032e\\u0330\\u0331]';
const WORD = new RegExp(`(${LETTER}(?:${LETTER}|${ACCENT})*)(\\*?)`, 'gu');

/**
 * Returns the words of a search, all of which a message must contain, as SQLite's tokenizer unicode61 separates them. A
 * search without a letter or digit has none, and finds nothing.
 */
export function wordsOf(q: string): readonly Word[] {
  return [...q.matchAll(WORD)].map(([, text = '', star]) => ({
    text,
    isPrefix: star === '*',
  }));
}
