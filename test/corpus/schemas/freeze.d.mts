/** What each question answers, by its path. */
export type Answers = Readonly<Record<string, unknown>>;
export function answersOf(db: string): Promise<Answers>;
export function frozen(): Promise<{
  readonly schema: number;
  readonly bytes: Uint8Array;
  readonly answers: Answers;
}>;
