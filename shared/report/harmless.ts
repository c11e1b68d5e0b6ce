import { UNSEEN } from '../text/unseen.ts';

/** Control characters, which steer a terminal or end a line, and lone surrogates, which no text file can contain. */
const STEERING = /[\p{Cc}\p{Cs}]/gu;

/** Second character of `##[…]` and `##vso[…]`, which runners of GitHub and Azure read as a command anywhere in a line. */
const COMMANDING = /(?<=#)#(?=(?:vso)?\[)/gi;

/**
 * Makes a server's text safe to show: characters that steer a terminal or a runner, reverse a line or are invisible are
 * escaped.
 */
export function harmless(text: string): string {
  return visible(text.replace(STEERING, written).replace(COMMANDING, written));
}

/** Text in which only invisible characters are escaped. */
export function visible(text: string): string {
  return text.replace(UNSEEN, written);
}

function written(character: string): string {
  const point = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return point.length > 4 ? `\\u{${point}}` : `\\u${point}`;
}
