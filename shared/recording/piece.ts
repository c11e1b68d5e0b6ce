/**
 * A line, or the JSON value in place of one; or why there is no text. `line` counts from 1, and is the number of an array's
 * element.
 */
export type Piece =
  | { readonly line: number; readonly text: string; readonly fault?: undefined }
  | { readonly line: number; readonly text: undefined; readonly fault: string };
