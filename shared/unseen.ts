/**
 * Characters that cannot be seen, of which some turn the text after them round: those that format, tags, fillers, ends of
 * lines. Joiners are left where they are writing: within emoji, and in scripts that join letters.
 */
export const UNSEEN =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<![\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}\u0600-\u1fff])[\u200c\u200d]/gu;
