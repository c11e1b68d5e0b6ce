import { GROUP_STATES } from '../../../../shared/group-state.ts';
import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES, WARNING_CLASSES } from '../../../../shared/verdict.ts';
import { FILE_DAMAGED, StoreDamaged } from '../../faults.ts';

/** The number that a word of a fixed list is stored as: its index. Words may be added only at the end. */
export function numberOf<T extends string>(words: readonly T[], word: T): number {
  return words.indexOf(word);
}

/** The word stored as a number. Throws StoreDamaged if the list does not have it. */
function wordOf<T extends string>(words: readonly T[], number: number): T {
  const word = words[number];
  if (word === undefined)
    throw new StoreDamaged(FILE_DAMAGED, {
      cause: new Error(`The database holds the number ${number}, expected one of ${words.join(', ')}`),
    });
  return word;
}

/** The outcomes that cells are summed by. */
export const SUCCESS = numberOf(OUTCOMES, 'success');
export const FAILURE = numberOf(OUTCOMES, 'failure');

export const dialectOf = (number: number) => wordOf(DIALECTS, number);
export const outcomeOf = (number: number) => wordOf(OUTCOMES, number);
export const categoryOf = (number: number) => wordOf(CATEGORIES, number);
export const classOf = (number: number) => wordOf(WARNING_CLASSES, number);
export const groupStateOf = (number: number) => wordOf(GROUP_STATES, number);
export const levelOf = (number: number) => wordOf(LEVELS, number);

/** Text as SQLite stores it: lone surrogates become U+FFFD, so that a later lookup compares equal. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** Like {@link wellFormed}; null for text that is absent. */
export function wellFormedOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : wellFormed(text);
}
