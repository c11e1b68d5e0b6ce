/** The visible entry under which stands what came after a store's cap of distinct names. */
export const OVERFLOW = '(other)';
