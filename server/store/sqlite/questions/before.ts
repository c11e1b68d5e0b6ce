import { previous } from '../../answers/period.ts';
import type { Filter } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import type { Scope } from '../plan/held.ts';
import { EDGE_PART, type Options, type Plan, planOf } from '../plan/plan.ts';

/** The period before that of a filter, planned. */
export interface Before {
  readonly plan: Plan;
  /** Epoch ms from which all of it is counted. */
  readonly countedFrom: number;
  /**
   * True if all of it is counted, and hardly more. Compared with a part of it, every change would look larger
   * than it is; with wide cells around its ends, which reach into the range itself, smaller.
   */
  readonly isWhole: boolean;
}

export function planBefore(connection: Connection, filter: Filter, scope: Scope, options?: Options): Before {
  const plan = planOf(connection, previous(filter), scope, options);
  const countedFrom = Math.max(plan.covered.from, firstCounted(connection));
  const { from, to } = plan.filter;
  const beyond = Math.max(from - plan.covered.from, plan.covered.to - to);
  return { plan, countedFrom, isWhole: countedFrom <= from && beyond < (to - from) * EDGE_PART };
}

/** Time of the first response ever counted, epoch ms; infinite if there is none. */
function firstCounted(connection: Connection): number {
  const first = connection.get<{ at: number | null }>('SELECT min(first_seen) AS at FROM sources')?.at;
  return first ?? Number.POSITIVE_INFINITY;
}
