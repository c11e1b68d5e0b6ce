import { entry } from '../../../../shared/collections/entry.ts';
import { previous } from '../../answers/period.ts';
import type { Connection } from '../file/connection.ts';
import type { Scope } from '../plan/held.ts';
import { EDGE_PART, type Options, type Plan, planOf } from '../plan/plan.ts';
import { type Asked, eachCell, Traffic } from '../plan/traffic.ts';

/** The period before that of a plan, planned. */
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

/** Counts nothing if the plan's own range is counted only in part, since that part compares with nothing. */
export function planBefore(connection: Connection, now: Plan, scope: Scope, options?: Options): Before {
  const filter = previous(now.filter);
  const { from, to } = filter;
  if (now.covered.from > now.filter.from) {
    const plan = { ...now, filter, segments: [], scanned: undefined, covered: { from: to, to } };
    return { plan, countedFrom: to, isWhole: false };
  }
  const plan = planOf(connection, filter, scope, options);
  const countedFrom = Math.max(plan.covered.from, firstCounted(connection));
  const beyond = Math.max(from - plan.covered.from, plan.covered.to - to);
  return { plan, countedFrom, isWhole: countedFrom <= from && beyond < (to - from) * EDGE_PART };
}

/** Traffic by server in the period before that of a plan; none unless all of it is counted. */
export function serversBefore(
  connection: Connection,
  now: Plan,
  sums: Asked['sums'],
): ReadonlyMap<number, Traffic> {
  const { plan, isWhole } = planBefore(connection, now, 'traffic');
  const servers = new Map<number, Traffic>();
  const noTraffic = () => new Traffic();
  if (isWhole)
    eachCell(connection, plan, { sums }, (cell) => entry(servers, cell.server, noTraffic).count(cell));
  return servers;
}

/** Time of the first response ever counted, epoch ms; infinite if there is none. */
function firstCounted(connection: Connection): number {
  return connection.first('SELECT min(first_seen) FROM sources') ?? Number.POSITIVE_INFINITY;
}
