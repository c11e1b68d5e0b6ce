import { ALL_DIMENSIONS, DIMENSIONS, type Filter, valuesOf } from './filter.ts';

/** The filter in words, one string per member, without its times: `server shop or notes`, `text “gone”`. */
export function filterWords(filter: Filter): string[] {
  const words = ALL_DIMENSIONS.flatMap((dimension) => {
    const values = valuesOf(filter, dimension);
    return values.length === 0 ? [] : [`${DIMENSIONS[dimension].toLowerCase()} ${values.join(' or ')}`];
  });
  return filter.q === undefined ? words : [...words, `text “${filter.q}”`];
}
