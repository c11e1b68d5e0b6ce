import { ALL_DIMENSIONS, allTexts, parseSearch, readFilter } from '../../lib/filter.ts';

/** The filters in a query string that are ignored: values that mean nothing, such as `outcome=nope`, and those beyond the limits. */
export function misreadIn(search: string): string[] {
  const asked = parseSearch(search);
  const read = readFilter(asked);
  return ALL_DIMENSIONS.flatMap((dimension) => {
    const kept = new Set(allTexts(read[dimension]));
    return allTexts(asked[dimension])
      .filter((value) => !kept.has(value))
      .map((value) => `${dimension}=${value}`);
  });
}
