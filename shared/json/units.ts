// Characters that JSON is made of: bytes of UTF-8 as well as UTF-16 units.

export const NEWLINE = 0x0a;
export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const OPEN_ARRAY = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_ARRAY = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** Whether a byte or UTF-16 unit is JSON white space. */
export function isSpace(unit: number | undefined): boolean {
  return unit === 0x20 || unit === NEWLINE || unit === 0x0d || unit === 0x09;
}
