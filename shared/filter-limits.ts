/** Most values of one dimension of a filter. */
export const MOST_VALUES = 50;

/** Maximum length of a searched text (`q`, `contains`), in UTF-16 units. */
export const LONGEST_SEARCH = 500;
