/** Text from a server as people may be shown it: characters that could steer a terminal or turn a line round are written out. */
export function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    const point = character.codePointAt(0) ?? 0;
    return `\\u${point.toString(16).padStart(4, '0')}`;
  });
}
