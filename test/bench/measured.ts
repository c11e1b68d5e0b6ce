/** A figure beside its goal. */
export interface Measured {
  readonly name: string;
  /** What the figure should be, in words. */
  readonly goal: string;
  readonly figure: number;
  readonly reached: boolean;
}

export const atLeast = (least: number, name: string, figure: number): Measured => ({
  name,
  goal: `at least ${least}`,
  figure,
  reached: figure >= least,
});

export const atMost = (most: number, name: string, figure: number): Measured => ({
  name,
  goal: `at most ${most}`,
  figure,
  reached: figure <= most,
});

/** The figure that a share of all figures does not exceed; NaN of none. */
export function quantile(figures: readonly number[], share: number): number {
  return figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * share) - 1] ?? Number.NaN;
}
