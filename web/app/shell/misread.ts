import { allTexts, type Dimension, type Filter, parseSearch } from '../../lib/filter.ts';
import type { Search } from '../../lib/use-filter.ts';

/** The parameters that select no values: those of the range, and those of single pages. */
const OTHERS: Readonly<Record<Exclude<keyof Search, Dimension | 'q'>, true>> = {
  from: true,
  to: true,
  view: true,
  bucket: true,
  state: true,
  sort: true,
  stack: true,
  window_days: true,
  threshold: true,
  contains: true,
  deprecated: true,
  response: true,
};

/**
 * The parameters in a query string that are ignored where the filter is what was `applied`: values that mean nothing, such
 * as `outcome=nope`, and those beyond the limits; what does not apply to the page; and names that no page knows.
 */
export function misreadIn(search: string, applied: Filter): (readonly [name: string, value: string])[] {
  const kept = new Map(Object.entries(applied));
  return Object.entries(parseSearch(search)).flatMap(([name, asked]) => {
    if (Object.hasOwn(OTHERS, name)) return [];
    const left = new Set(allTexts(kept.get(name)));
    return allTexts(asked)
      .filter((value) => !left.has(value))
      .map((value) => [name, value] as const);
  });
}
