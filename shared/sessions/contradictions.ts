import { short } from '../digest.ts';
import { HOUR } from '../time-units.ts';
import type { Memory, Remembered, ResponseRef } from './memory.ts';

/** A word that a response says, under the key of what it is about. */
interface Said {
  readonly key: string;
  readonly word: string;
  readonly ref: ResponseRef;
  /** Epoch ms, if it is known. */
  readonly at: number | undefined;
}

/** Remembers a word. Returns what was remembered before if the word contradicts it, and it was another response. */
export type Contradiction = (memory: Memory, said: Said) => Remembered | undefined;

/** A key that an earlier response had, whatever it said. */
export const again: Contradiction = (memory, { key, word, ref }) => {
  const earlier = memory.recall(key);
  memory.remember(key, { ref, value: word, known: earlier?.known ?? [] });
  return earlier?.ref === ref ? undefined : earlier;
};

/** A word that differs from the last one. */
export const anotherThanLast: Contradiction = (memory, said) => {
  const earlier = again(memory, said);
  return earlier?.value === said.word ? undefined : earlier;
};

/**
 * A word that differs from the last one, at most once an hour, so that a server that alternates is not reported at
 * every response. Without a time, it is reported once.
 */
export const anotherThisHour: Contradiction = (memory, { key, word, ref, at }) => {
  const earlier = memory.recall(key);
  if (earlier === undefined || earlier.value === word || earlier.ref === ref) {
    memory.remember(key, { ref, value: word, known: earlier?.known ?? [] });
    return undefined;
  }
  const hour = at === undefined ? '' : String(Math.floor(at / HOUR));
  const reported = earlier.known.includes(hour);
  memory.remember(key, { ref, value: word, known: reported ? earlier.known : [...earlier.known, hour] });
  return reported ? undefined : earlier;
};

/** A word that is new, where earlier responses had others: each is reported once. Long words are cut. */
export const newWord: Contradiction = (memory, { key, word: full, ref }) => {
  const word = short(full);
  const earlier = memory.recall(key);
  const isKnown = earlier === undefined || earlier.known.includes(word);
  const known = earlier === undefined ? [word] : isKnown ? earlier.known : [...earlier.known, word];
  memory.remember(key, { ref, value: word, known });
  return isKnown || earlier.ref === ref ? undefined : earlier;
};
