import { activeDimensions, DIMENSIONS, type Filter, valuesOf } from './filter.ts';

/** The filter in words, one string per member, without its times: `server shop or notes`, `text “gone”`. */
export function filterWords(filter: Filter): string[] {
  const words = activeDimensions(filter).map(
    (dimension) => `${DIMENSIONS[dimension].toLowerCase()} ${valuesOf(filter, dimension).join(' or ')}`,
  );
  return filter.q === undefined ? words : [...words, `text “${filter.q}”`];
}
