import { DIMENSIONS, dimensionsOf, parseSearch, readFilter, texts } from './filter.ts';

/** The filters in a query string whose values mean nothing and are ignored, such as `outcome=nope`. */
export function misreadIn(search: string): string[] {
  const asked = parseSearch(search);
  const read = readFilter(asked);
  return dimensionsOf(DIMENSIONS).flatMap((dimension) => {
    const kept = new Set(texts(read[dimension]));
    return (texts(asked[dimension], Number.POSITIVE_INFINITY) ?? [])
      .filter((value) => !kept.has(value))
      .map((value) => `${dimension}=${value}`);
  });
}
