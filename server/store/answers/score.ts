import { SHOULD_WEIGHT } from '../../../shared/score.ts';
import { byName } from './order.ts';

/** Responses, and how many of them break a rule of each level. */
interface Counted {
  readonly responses: number;
  readonly mustResponses: number;
  readonly shouldResponses: number;
}

/** 0 to 100 in tenths, rounded down so that only a server without a violation has 100; null if no response. */
export function scoreOf({ responses, mustResponses, shouldResponses }: Counted): number | null {
  if (responses === 0) return null;
  // Not a sum of shares, which may be rounded to just below a tenth: the weight is a quarter, so this is exact.
  const kept = responses - mustResponses - SHOULD_WEIGHT * shouldResponses;
  return Math.floor((1000 * Math.max(0, kept)) / responses) / 10;
}

interface Scored {
  readonly server: string;
  readonly score: number | null;
  readonly responses: number;
}

/** Orders servers by score, lowest first and those without one last, then by traffic, then by name. */
export function lowestFirst(a: Scored, b: Scored): number {
  return (a.score ?? 101) - (b.score ?? 101) || b.responses - a.responses || byName(a.server, b.server);
}
