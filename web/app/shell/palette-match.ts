/**
 * How well what is typed matches a name, 0 to 1. The name must contain every word; whole words score higher
 * than prefixes, and those higher than other matches.
 */
export function matchOf(name: string, typed: string): number {
  const held = name.toLowerCase();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return 1;
  const scores = words.map((word): number => {
    if (!held.includes(word)) return 0;
    const starts = [...held.matchAll(/[\p{L}\p{N}]+/gu)].filter(({ index }) => held.startsWith(word, index));
    const whole = starts.some(({ index }) => !/^[\p{L}\p{N}]/u.test(held.slice(index + word.length)));
    return whole ? 1 : starts.length > 0 ? 0.8 : 0.5;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score) / scores.length;
}
