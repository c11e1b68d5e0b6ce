/**
 * How well what is typed matches an entry, its kind and then its name, 0 to 1. The entry must contain every word.
 * The beginning of its name, in whole words, scores highest; then whole words, prefixes, and other matches.
 */
export function matchOf(entry: string, typed: string): number {
  const held = entry.toLowerCase();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 || `${held.slice(held.indexOf(' '))} `.startsWith(` ${words.join(' ')} `)) return 1;
  const scores = words.map((word): number => {
    if (!held.includes(word)) return 0;
    const starts = [...held.matchAll(/[\p{L}\p{N}]+/gu)].filter(({ index }) => held.startsWith(word, index));
    const whole = starts.some(({ index }) => !/^[\p{L}\p{N}]/u.test(held.slice(index + word.length)));
    return whole ? 0.9 : starts.length > 0 ? 0.8 : 0.5;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score) / scores.length;
}
