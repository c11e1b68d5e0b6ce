/** Adds to the number of a key, which is 0 if it is missing. */
export function addTo<K>(sums: Map<K, number>, key: K, more = 1): void {
  sums.set(key, (sums.get(key) ?? 0) + more);
}
