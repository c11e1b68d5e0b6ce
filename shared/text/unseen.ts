/**
 * Invisible characters, some of which reverse the text after them: format characters, tags, fillers and line
 * separators. Joiners are exempt where they are part of the writing: within emoji, and in scripts that join letters.
 */
export const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\u0600-\u1fff])[\u200c\u200d]/gu;
