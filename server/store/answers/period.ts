import { SAYABLE } from '../../../shared/time/instant.ts';
import type { Range } from '../../../shared/time/range.ts';
import { DAY } from '../../../shared/time/units.ts';

/** A forecast further ahead than this, ten years, counts as none. */
export const FORESEEN = 10 * 365 * DAY;

/** The previous period, as long or at least `least` ms, starting no earlier than an answer can express. */
export function previous<F extends Range>(filter: F, least = 0): F {
  const from = Math.max(SAYABLE.first, filter.from - Math.max(least, filter.to - filter.from));
  return { ...filter, from, to: filter.from };
}
