import { HOUR } from '../time/units.ts';
import { MOST_KNOWN, type Remembered, type ResponseRef } from './memory.ts';

/** A word that a response says about something. */
export interface SaidWord {
  readonly word: string;
  readonly ref: ResponseRef;
  /** Epoch ms, if it is known. */
  readonly at: number | undefined;
}

/** When a word contradicts what earlier responses said about the same, and what is remembered of it. */
export interface Contradiction {
  /** Whether it contradicts what was remembered of an earlier response. */
  readonly isBetween: (earlier: Remembered, said: SaidWord) => boolean;
  /** What is known from then on; `latest` may be of the same response, and `isNew` says whether the word contradicts an earlier one. */
  readonly known: (latest: Remembered | undefined, said: SaidWord, isNew: boolean) => readonly string[];
}

const NONE: readonly string[] = [];
const asBefore = (latest: Remembered | undefined) => latest?.known ?? NONE;

/** Something that an earlier response was about, whatever it said. */
export const again: Contradiction = {
  isBetween: () => true,
  known: asBefore,
};

/** A word that differs from the last one. */
export const anotherThanLast: Contradiction = {
  isBetween: (earlier, { word }) => earlier.value !== word,
  known: asBefore,
};

/**
 * A word that differs from the last one, at most once an hour, so that a server that alternates is not reported at
 * every response. Without a time, it is reported once.
 */
export const anotherThisHour: Contradiction = {
  isBetween: (earlier, said) => earlier.value !== said.word && !earlier.known.includes(hourOf(said)),
  known: (latest, said, isNew) =>
    isNew ? withWord(latest, hourOf(said)).slice(-MOST_KNOWN) : asBefore(latest),
};

/** A word that is new, where earlier responses had others: each is reported once, and none after {@link MOST_KNOWN}. */
export const newWord: Contradiction = {
  isBetween: ({ known }, { word }) => known.length < MOST_KNOWN && !known.includes(word),
  known: (latest, { word }) => (isFull(latest) ? asBefore(latest) : withWord(latest, word)),
};

const isFull = (latest: Remembered | undefined) => asBefore(latest).length >= MOST_KNOWN;

function hourOf({ at }: SaidWord): string {
  return at === undefined ? '' : String(Math.floor(at / HOUR));
}

function withWord(latest: Remembered | undefined, word: string): readonly string[] {
  const known = asBefore(latest);
  return known.includes(word) ? known : [...known, word];
}
