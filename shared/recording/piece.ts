/**
 * A line, or the JSON value or data of an event in place of one; or why there is no text. `line` counts from 1, and is the number
 * of an array's element.
 */
export type Piece =
  | { readonly line: number; readonly text: string; readonly fault?: undefined }
  | { readonly line: number; readonly text: undefined; readonly fault: string };

/** Longer ones, in bytes of UTF-8 or UTF-16 units, are skipped. The dashboard accepts no item above 24 MiB. */
export const LONGEST_PIECE = 32 * 1024 * 1024;

export function tooLong(line: number): Piece {
  return { line, text: undefined, fault: `longer than ${LONGEST_PIECE / 1024 / 1024} MiB` };
}
