/** The visible entry that sums up everything beyond a store's cap on distinct names. */
export const OVERFLOW = '(other)';
