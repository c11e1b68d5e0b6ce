import { entry } from '../../../../shared/collections/entry.ts';
import type { Health } from '../../../../shared/health.ts';
import { addAt, bucketsOf, type Grid, zeros } from '../../answers/grid.ts';
import { healthOf, lastDay, NO_PARTS, newestOf, type Parts, tellsHealth } from '../../answers/health.ts';
import type { Filter } from '../../store.ts';
import { sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { FAILURE } from '../file/words.ts';
import { planOf } from '../plan/plan.ts';
import { eachCell, type Traffic } from '../plan/traffic.ts';

/**
 * The health of a server by its traffic in a filter and whether it has the incident; null where the filter does not
 * tell.
 */
export function healthIn(
  connection: Connection,
  filter: Filter,
  server: number,
  { responses, failures, mustResponses }: Traffic,
  hasIncident: boolean,
): Health | null {
  if (!tellsHealth(filter)) return null;
  const newest = newestOf(
    lastDay(filter),
    (range) => sparklineOver(connection, range),
    (range, grid) => partsByServer(connection, range, grid).get(server) ?? NO_PARTS,
  );
  return healthOf({ responses, failures, mustResponses, newest }, hasIncident);
}

/** Counts of each server in a filter by part of a grid. */
function partsByServer(connection: Connection, filter: Filter, grid: Grid): ReadonlyMap<number, Parts> {
  return connection.memo(`parts ${filter.from} ${filter.to} ${grid.width}`, () => {
    const servers = new Map<number, { readonly responses: number[]; readonly failures: number[] }>();
    const noParts = () => ({ responses: zeros(grid), failures: zeros(grid) });
    const partOf = bucketsOf(grid);
    const plan = planOf(connection, filter, 'traffic', { coarsest: tierFor(grid) });
    eachCell(connection, plan, { sums: 'responses' }, ({ minute, server, outcome, responses }) => {
      const own = entry(servers, server, noParts);
      addAt(own.responses, partOf(minute), responses);
      if (outcome === FAILURE) addAt(own.failures, partOf(minute), responses);
    });
    return servers;
  });
}
