import type { ReactNode } from 'react';
import { UNSEEN } from '../../shared/text/unseen.ts';

const nameOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text with a mark in place of each invisible character; copying it copies the characters themselves. */
export function seen(text: string): ReactNode {
  const found = [...text.matchAll(UNSEEN)];
  if (found.length === 0) return text;
  const ends = [...found.map(({ index }) => index), text.length];
  return [
    text.slice(0, ends[0]),
    ...found.map(({ 0: character, index }, nth) => (
      <span key={index}>
        <span className="unseen" data-name={nameOf(character)}>
          {character}
        </span>
        {text.slice(index + character.length, ends[nth + 1])}
      </span>
    )),
  ];
}

/**
 * Words of a server, which cannot reverse their surroundings; nothing for null. In a sentence that repeats some, ours
 * stay from left to right, also if it begins with theirs.
 */
export function Captured({ text, sentence = false }: { text: string | null; sentence?: boolean }) {
  return text === null ? null : <bdi dir={sentence ? 'ltr' : undefined}>{seen(text)}</bdi>;
}

/** The text with the name of each invisible character in its place, for plain text as in a chart. */
export const spelled = (text: string): string => text.replace(UNSEEN, nameOf);
