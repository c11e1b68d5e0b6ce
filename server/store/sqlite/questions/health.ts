import { entry } from '../../../../shared/collections/entry.ts';
import { type Health, LEAST_FAILURES } from '../../../../shared/health.ts';
import { addAt, bucketsOf, type Grid, zeros } from '../../answers/grid.ts';
import {
  closerTo,
  type FailureCounts,
  healthOf,
  LEAST_NEWEST,
  lastDay,
  NO_PARTS,
  newestFrom,
  newestIn,
  type Parts,
  tellsHealth,
} from '../../answers/health.ts';
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
  const newest = newestOf(connection, lastDay(filter), server);
  return healthOf({ responses, failures, mustResponses, newest }, hasIncident);
}

/** Counts of a server's newest responses in a filter, from its parts there and ever closer ones around them. */
function newestOf(connection: Connection, filter: Filter, server: number): Readonly<FailureCounts> {
  const grid = sparklineOver(connection, filter);
  const countedFrom = (from: number) =>
    newestIn(partsByServer(connection, { ...filter, from }, grid).get(server) ?? NO_PARTS);
  let newest = countedFrom(newestFrom(grid));
  if (newest.responses < LEAST_NEWEST) newest = countedFrom(filter.from);
  if (newest.failures < LEAST_FAILURES) return newest;
  const range = closerTo(newest, grid);
  return range === undefined ? newest : newestOf(connection, { ...filter, ...range }, server);
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
