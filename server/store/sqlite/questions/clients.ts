import type { Clients } from '../../../../shared/api/clients.ts';
import { entry } from '../../../../shared/collections/entry.ts';
import { iso } from '../../../../shared/time/instant.ts';
import { addAt, bucketsOf, zeros } from '../../answers/grid.ts';
import { NO_RESPONSES } from '../../answers/health.ts';
import { byName } from '../../answers/order.ts';
import { addSeen, newestFirst, type Seen, seen } from '../../answers/versions.ts';
import type { Filter } from '../../store.ts';
import { sparklineOver, tierFor } from '../cells/segments.ts';
import type { Connection } from '../file/connection.ts';
import { FAILURE } from '../file/words.ts';
import { coverageOver, planOf } from '../plan/plan.ts';
import { eachCell } from '../plan/traffic.ts';
import { callersById } from './callers.ts';

type Row = Clients['items'][number];

interface Sum extends Seen {
  readonly servers: Set<number>;
  readonly versions: Map<string, Seen>;
  readonly sparkline: number[];
}

/** Clients with a response in the filter, by traffic. */
export function clients(connection: Connection, filter: Filter): Clients {
  const grid = sparklineOver(connection, filter);
  const plan = planOf(connection, filter, 'traffic', { coarsest: tierFor(grid), by: 'caller' });
  const sums = new Map<string | null, Sum>();
  const bucketOf = bucketsOf(grid);
  const callers = callersById(connection);
  eachCell(connection, plan, { sums: 'responses' }, ({ minute, server, value, outcome, responses }) => {
    const caller = callers[value];
    if (caller === undefined) return;
    const sum = entry(sums, caller.client, () => ({
      ...seen(caller),
      servers: new Set(),
      versions: new Map(),
      sparkline: zeros(grid),
    }));
    const counts = { responses, failures: outcome === FAILURE ? responses : 0 };
    addSeen(sum, caller, counts);
    sum.servers.add(server);
    addAt(sum.sparkline, bucketOf(minute), responses);
    if (caller.version !== null)
      addSeen(
        entry(sum.versions, caller.version, () => seen(caller)),
        caller,
        counts,
      );
  });
  for (const caller of callers) {
    if (caller === undefined) continue;
    const sum = sums.get(caller.client);
    if (sum !== undefined) addSeen(sum, caller, NO_RESPONSES);
  }
  return {
    ...coverageOver(connection, filter),
    items: [...sums]
      .sort(([one, a], [another, b]) => b.responses - a.responses || byName(one, another))
      .map(
        ([name, sum]): Row => ({
          name,
          versions: newestFirst(sum.versions),
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
