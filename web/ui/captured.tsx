import type { ReactNode } from 'react';

/**
 * Characters that cannot be seen, of which some turn the text after them round: those that format, tags, fillers, ends of
 * lines. Joiners are left where they are writing: within emoji, and in scripts that join letters.
 */
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\u0600-\u1fff])[\u200c\u200d]/gu;

const nameOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** The text with a mark in place of each character that cannot be seen; who copies the text copies the character. */
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

/** Words of a server, or a sentence that repeats some: they cannot turn round what stands beside them. */
export function Captured({ text }: { text: string }) {
  return <bdi>{seen(text)}</bdi>;
}

/** The same where there is only plain text, as in a chart: those characters by their names. */
export const spelled = (text: string): string => text.replace(UNSEEN, nameOf);
