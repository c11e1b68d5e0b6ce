/** Compares names, none first, so that rows with the same figures are in the same order whatever the engine reads first. */
export function byName(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return a === null || (b !== null && a < b) ? -1 : 1;
}
