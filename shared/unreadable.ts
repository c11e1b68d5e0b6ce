/** A line of the input that contains nothing to judge. */
export interface Unreadable {
  /** From 1; of an array's element its number. */
  readonly line: number;
  readonly reason: string;
  /** As a report names it; absent where it need not. */
  readonly file?: string;
}
