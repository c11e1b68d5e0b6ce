import { short } from '../digest.ts';
import type { Remembered } from './memory.ts';
import type { SessionScene } from './observed.ts';

/**
 * Remembers a word under a key, cut if it is long. Returns what was remembered before if the word is new and earlier
 * responses had others: each word is reported once.
 */
export function newWord(
  { observed, memory }: SessionScene,
  key: string,
  full: string,
): Remembered | undefined {
  const { ref } = observed;
  const word = short(full);
  const earlier = memory.recall(key);
  const isKnown = earlier === undefined || earlier.known.includes(word);
  const known = earlier === undefined ? [word] : isKnown ? earlier.known : [...earlier.known, word];
  memory.remember(key, { ref, value: word, known });
  return isKnown || earlier.ref === ref ? undefined : earlier;
}
