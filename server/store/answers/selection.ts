import type { Filter } from '../store.ts';

/** The dimensions of a filter beside time. */
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
  'rule',
  'level',
  'q',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** A filter without its range. */
export type Named = Omit<Filter, 'from' | 'to'>;

/** Names that a filter leaves out of a dimension. */
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

/** The dimensions that a filter uses. Codes left out of a category or of the codes asked for narrow that dimension. */
export function usedBy(filter: Named): readonly Dimension[] {
  return DIMENSIONS.filter(
    (dimension) =>
      (filter[dimension] !== undefined || leftOut(filter, dimension) !== undefined) &&
      !(dimension === 'notCode' && isAboutFailures(filter)),
  );
}

/** True for a filter of failures: by it the log lists members of batches too, as errors and groups count them. */
export function isAboutFailures({ category, code }: Named): boolean {
  return category !== undefined || code !== undefined;
}

/** True where a filter selects a code and does not leave it out. */
export function selectsCode({ code: asked, notCode = [] }: Named, code: string | null): boolean {
  return (asked === undefined || matchesCode(asked, code)) && !matchesCode(notCode, code);
}

/** True where a code is one of those named: exactly, or by a prefix ending in `*`. */
function matchesCode(named: readonly string[], code: string | null): boolean {
  if (code === null) return false;
  return named.some((one) => (one.endsWith('*') ? code.startsWith(one.slice(0, -1)) : code === one));
}

/** A word that is looked for in messages. */
export interface Word {
  readonly text: string;
  /** True where words that begin so are meant: `fu*`. */
  readonly isPrefix: boolean;
}

/** The words of a search, all of which a message must hold; none where it has no letter or digit, and finds nothing. */
export function wordsOf(q: string): readonly Word[] {
  return [...q.matchAll(/([\p{L}\p{N}\p{M}]+)(\*?)/gu)].map(([, text = '', star]) => ({
    text,
    isPrefix: star === '*',
  }));
}
