import { UNSEEN } from '../unseen.ts';

/** What steers a terminal or ends a line, and halves of characters, which no text file can hold. */
const STEERING = /[\p{Cc}\p{Cs}]/gu;

/** Text from a server as people may be shown it: characters that steer a terminal, turn a line round or cannot be seen are written out. */
export function harmless(text: string): string {
  return visible(text.replace(STEERING, written));
}

/** Text with the characters that cannot be seen written out, and no others. */
export function visible(text: string): string {
  return text.replace(UNSEEN, written);
}

function written(character: string): string {
  const point = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return point.length > 4 ? `\\u{${point}}` : `\\u${point}`;
}
