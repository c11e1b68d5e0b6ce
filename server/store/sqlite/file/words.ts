import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES, WARNING_CLASSES } from '../../../../shared/verdict.ts';

/** The number by which a word of a fixed list is stored: its position. Words may be added at the end only. */
export function numberOf<T extends string>(words: readonly T[], word: T): number {
  return words.indexOf(word);
}

/** The word stored under a number. Throws on a number that no list has: the file is corrupt. */
function wordOf<T extends string>(words: readonly T[], number: number): T {
  const word = words[number];
  if (word === undefined)
    throw new Error(`The database holds the number ${number}, expected one of ${words.join(', ')}`);
  return word;
}

export const dialectOf = (number: number) => wordOf(DIALECTS, number);
export const outcomeOf = (number: number) => wordOf(OUTCOMES, number);
export const categoryOf = (number: number) => wordOf(CATEGORIES, number);
export const classOf = (number: number) => wordOf(WARNING_CLASSES, number);
export const levelOf = (number: number) => wordOf(LEVELS, number);

/** Text as SQLite keeps it: lone surrogates become U+FFFD, so that what is looked up again is equal. */
export function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? text.replace(/\p{Surrogate}/gu, '\uFFFD') : text;
}
