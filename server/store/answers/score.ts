/** What a SHOULD weighs beside a MUST in a score. */
const SHOULD_WEIGHT = 0.25;

/** Responses, and those of them that break a rule of each level. */
export interface Breaches {
  readonly responses: number;
  readonly mustResponses: number;
  readonly shouldResponses: number;
}

/** 0 to 100 to a tenth, rounded down so that only a server without a breach has 100; null without a response. */
export function scoreOf({ responses, mustResponses, shouldResponses }: Breaches): number | null {
  if (responses === 0) return null;
  const lost = mustResponses / responses + SHOULD_WEIGHT * (shouldResponses / responses);
  return Math.floor(1000 * Math.max(0, 1 - lost)) / 10;
}

interface Scored {
  readonly score: number | null;
  readonly responses: number;
}

/** Order of servers: the lowest score first, without one last, then by traffic. */
export function lowestFirst(a: Scored, b: Scored): number {
  return (a.score ?? 101) - (b.score ?? 101) || b.responses - a.responses;
}
