import type { Memory, Remembered, ResponseRef } from './memory.ts';

/**
 * Remembers a word under a key. Gives what was remembered before where the word is new beside others of earlier
 * responses: each word is reported once.
 */
export function newWord(memory: Memory, key: string, word: string, ref: ResponseRef): Remembered | undefined {
  const earlier = memory.recall(key);
  const isKnown = earlier === undefined || earlier.known.includes(word);
  const known = earlier === undefined ? [word] : isKnown ? earlier.known : [...earlier.known, word];
  memory.remember(key, { ref, value: word, known });
  return isKnown || earlier.ref === ref ? undefined : earlier;
}
