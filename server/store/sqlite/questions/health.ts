import { entry } from '../../../../shared/collections/entry.ts';
import { type Health, LEAST_FAILURES } from '../../../../shared/health.ts';
import { addAt, bucketsOf, zeros } from '../../answers/grid.ts';
import { type Counts, closerTo, healthOf, newestIn, type Parts, tellsHealth } from '../../answers/health.ts';
import type { Filter } from '../../store.ts';
import { sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { FAILURE } from '../file/words.ts';
import { planOf } from '../plan/plan.ts';
import { eachCell, type Traffic } from '../plan/traffic.ts';

/** A server's traffic in a filter, as a whole and by part of its sparkline. */
interface Sums extends Parts {
  readonly whole: Traffic;
}

/**
 * The health of a server by its traffic in a filter and whether it has the incident; null where the filter does not
 * tell.
 */
export function healthIn(
  connection: Connection,
  filter: Filter,
  server: number,
  sums: Sums,
  hasIncident: boolean,
): Health | null {
  if (!tellsHealth(filter)) return null;
  const { responses, failures, mustResponses } = sums.whole;
  const newest = newestOf(connection, filter, server, sums);
  return healthOf({ responses, failures, mustResponses, newest }, hasIncident);
}

/** Counts of a server's newest responses in a filter, from its parts there and ever closer ones around them. */
function newestOf(connection: Connection, filter: Filter, server: number, parts: Parts): Readonly<Counts> {
  const newest = newestIn(parts);
  if (newest.failures < LEAST_FAILURES) return newest;
  const range = closerTo(newest, sparklineOver(connection, filter));
  if (range === undefined) return newest;
  const closer = { ...filter, ...range };
  const own = partsByServer(connection, closer).get(server);
  return own === undefined ? newest : newestOf(connection, closer, server, own);
}

/** Counts of each server by part of a filter's sparkline. */
function partsByServer(connection: Connection, filter: Filter): ReadonlyMap<number, Parts> {
  return connection.memo(`parts ${filter.from} ${filter.to}`, () => {
    const servers = new Map<number, { readonly responses: number[]; readonly failures: number[] }>();
    const grid = sparklineOver(connection, filter);
    const partOf = bucketsOf(grid);
    const plan = planOf(connection, filter, 'traffic', { coarsest: tierFor(grid) });
    eachCell(connection, plan, { sums: 'responses' }, ({ minute, server, outcome, responses }) => {
      const own = entry(servers, server, () => ({ responses: zeros(grid), failures: zeros(grid) }));
      addAt(own.responses, partOf(minute), responses);
      if (outcome === FAILURE) addAt(own.failures, partOf(minute), responses);
    });
    return servers;
  });
}
