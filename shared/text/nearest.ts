/** The candidate that a misspelt word most likely means: at most a third of its letters differ, or one of two; undefined if none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const asked = word.toLowerCase().slice(0, LONGEST);
  let best: string | undefined;
  let least = Math.min(asked.length, Math.max(1, Math.floor(asked.length / 3)) + 1);
  for (const candidate of candidates) {
    // Each letter more is an edit.
    if (Math.abs(candidate.length - asked.length) >= least) continue;
    const edits = distance(asked, candidate.toLowerCase());
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/** Longer words are not misspelt names. */
const LONGEST = 64;

/** Edits between two words, neighbours swapped counting as one (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let edits = Math.min(
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
      }
      line.push(edits);
    }
    before = last;
    last = line;
  }
  return last[b.length] ?? 0;
}
