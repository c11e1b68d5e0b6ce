import type { Facets } from '../../../shared/api/servers.ts';
import type { Filter } from '../store.ts';
import type { Connection, Sql } from './connection.ts';
import { UNIDENTIFIED } from './filters.ts';
import { failureCells, planOf, trafficCells } from './plan.ts';

/** Values a list offers at most. */
const OFFERED = 200;

type Values = Facets['servers'];

/**
 * What the filter bar offers: servers of the range, and the clients, operations and codes of the servers chosen. Other
 * dimensions of the filter take nothing away, so that a choice can be widened.
 */
export function facets(connection: Connection, { from, to, server, notServer }: Filter): Facets {
  const chosen: Filter = { from, to, ...(server && { server }), ...(notServer && { notServer }) };
  const traffic = (filter: Filter, facet: 'source' | 'caller' | 'operation') =>
    trafficCells(planOf(connection, filter, 'traffic', { by: facet }), 'c.server, c.value, c.responses AS n');
  const list = (cells: Sql, key: string, join: string): Values => [
    ...connection.all<Values[number]>(
      `SELECT ${key} AS value, sum(t.n) AS count FROM (${cells.text}) t ${join} GROUP BY 1 ORDER BY 2 DESC, 1`,
      ...cells.values,
    ),
  ];
  const lists = {
    servers: list(traffic({ from, to }, 'source'), 'd.name', 'JOIN servers d ON d.id = t.server'),
    clients: list(
      traffic(chosen, 'caller'),
      `ifnull(d.client, '${UNIDENTIFIED}')`,
      'JOIN callers d ON d.id = t.value',
    ),
    operations: list(traffic(chosen, 'operation'), 'd.name', 'JOIN operations d ON d.id = t.value'),
    codes: list(
      failureCells(planOf(connection, chosen, 'failures'), 'c.kind, c.n'),
      'd.code',
      'JOIN failure_kinds k ON k.id = t.kind JOIN faults d ON d.id = k.fault AND d.code IS NOT NULL',
    ),
  };
  const offered = (values: Values) => values.slice(0, OFFERED);
  return {
    servers: offered(lists.servers),
    clients: offered(lists.clients),
    operations: offered(lists.operations),
    codes: offered(lists.codes),
    totals: {
      servers: lists.servers.length,
      clients: lists.clients.length,
      operations: lists.operations.length,
      codes: lists.codes.length,
    },
  };
}
