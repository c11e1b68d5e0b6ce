/** Longer keys are not cached: a hostile server could fill the memory with them. */
const LONGEST_KEY = 256;

/** Caches at most `most` answers of `of`, which must answer equal keys equally. */
export function memo<Answer>(most: number, of: (key: string) => Answer): (key: string) => Answer {
  const kept = new Map<string, { readonly answer: Answer }>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known.answer;
    const answer = of(key);
    if (key.length > LONGEST_KEY) return answer;
    if (kept.size >= most) kept.clear();
    kept.set(key, { answer });
    return answer;
  };
}
