import type { Static } from 'typebox';
import type { ClientRow, Clients } from '../../../shared/api/servers.ts';
import type { Filter } from '../store.ts';
import type { Connection } from './connection.ts';
import { bucketOf, sparklineGrid, zeros } from './grid.ts';
import { planOf, trafficCells } from './plan.ts';
import { tierWithin } from './segments.ts';
import { iso } from './words.ts';

type Row = Static<typeof ClientRow>;

interface Cell {
  readonly minute: number;
  readonly server: number;
  readonly outcome: number;
  readonly responses: number;
  readonly client: string | null;
  readonly version: string | null;
  readonly first_seen: number;
  readonly last_seen: number;
}

interface Version {
  first: number;
  last: number;
  responses: number;
}

interface Sum extends Version {
  failures: number;
  readonly servers: Set<number>;
  readonly versions: Map<string, Version>;
  readonly sparkline: number[];
}

/** Clients with a response in the filter, by traffic. */
export function clients(connection: Connection, filter: Filter): Clients {
  const grid = sparklineGrid(filter);
  const plan = planOf(connection, filter, 'traffic', { coarsest: tierWithin(grid.width), by: 'caller' });
  const cells = trafficCells(plan, 'c.minute, c.server, c.value, c.outcome, c.responses');
  const sums = new Map<string | null, Sum>();
  for (const cell of connection.all<Cell>(
    `SELECT t.minute, t.server, t.outcome, t.responses, ca.client, ca.version, ca.first_seen, ca.last_seen
     FROM (${cells.text}) t JOIN callers ca ON ca.id = t.value`,
    ...cells.values,
  )) {
    const sum = sums.get(cell.client) ?? {
      ...seen(cell),
      failures: 0,
      servers: new Set(),
      versions: new Map(),
      sparkline: zeros(grid),
    };
    sums.set(cell.client, sum);
    addTo(sum, cell);
    if (cell.outcome === 1) sum.failures += cell.responses;
    sum.servers.add(cell.server);
    const bucket = bucketOf(grid, cell.minute * 60_000);
    sum.sparkline[bucket] = (sum.sparkline[bucket] ?? 0) + cell.responses;
    if (cell.version === null) continue;
    const version = sum.versions.get(cell.version) ?? seen(cell);
    sum.versions.set(cell.version, version);
    addTo(version, cell);
  }
  return {
    ...plan.note,
    items: [...sums]
      .sort(([, a], [, b]) => b.responses - a.responses)
      .map(
        ([name, sum]): Row => ({
          name,
          versions: [...sum.versions]
            .sort(([, a], [, b]) => b.first - a.first)
            .map(([version, { first, last, responses }]) => ({
              version,
              first_seen: iso(first),
              last_seen: iso(last),
              responses,
            })),
          servers: sum.servers.size,
          responses: sum.responses,
          failures: sum.failures,
          error_rate: sum.responses === 0 ? 0 : sum.failures / sum.responses,
          first_seen: iso(sum.first),
          last_seen: iso(sum.last),
          sparkline: sum.sparkline,
        }),
      ),
  };
}

function seen({ first_seen, last_seen }: Cell): Version {
  return { first: first_seen, last: last_seen, responses: 0 };
}

function addTo(sum: Version, cell: Cell): void {
  sum.responses += cell.responses;
  sum.first = Math.min(sum.first, cell.first_seen);
  sum.last = Math.max(sum.last, cell.last_seen);
}
