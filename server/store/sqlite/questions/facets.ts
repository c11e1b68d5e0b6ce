import type { Facets } from '../../../../shared/api/servers.ts';
import { UNIDENTIFIED } from '../../../../shared/unidentified.ts';
import { offered } from '../../answers/offered.ts';
import type { Filter } from '../../store.ts';
import type { Connection } from '../file/connection.ts';
import { noteOver, planOf } from '../plan/plan.ts';
import { type Cell, eachCell } from '../plan/traffic.ts';
import { callersById } from './callers.ts';
import { countFaults } from './errors.ts';

/** As described at `Store.facets`. */
export function facets(connection: Connection, { from, to, server, notServer }: Filter): Facets {
  const chosen: Filter = { from, to, ...(server && { server }), ...(notServer && { notServer }) };
  const counted = (
    all: Filter,
    facet: 'source' | 'caller' | 'operation',
    idOf: (cell: Cell) => number,
    nameOf: (id: number) => string | undefined,
  ) => {
    const byId: number[] = [];
    const plan = planOf(connection, all, 'traffic', { by: facet });
    eachCell(connection, plan, { sums: 'responses' }, (cell) => {
      const id = idOf(cell);
      byId[id] = (byId[id] ?? 0) + cell.responses;
    });
    const counts = new Map<string, number>();
    byId.forEach((responses, id) => {
      const name = nameOf(id);
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + responses);
    });
    return counts;
  };
  const names = (table: 'servers' | 'operations') =>
    new Map(connection.rows<readonly [number, string]>(`SELECT id, name FROM ${table}`));
  const [servers, operations, callers] = [names('servers'), names('operations'), callersById(connection)];
  const codes = new Map<string, number>();
  for (const { code, count } of countFaults(connection, planOf(connection, chosen, 'failures')))
    if (code !== null) codes.set(code, (codes.get(code) ?? 0) + count);
  return {
    ...offered({
      servers: counted(
        { from, to },
        'source',
        ({ server }) => server,
        (id) => servers.get(id),
      ),
      clients: counted(chosen, 'caller', idOfValue, (id) => callers[id]?.client ?? UNIDENTIFIED),
      operations: counted(chosen, 'operation', idOfValue, (id) => operations.get(id)),
      codes,
    }),
    ...noteOver(connection, chosen),
  };
}

const idOfValue = ({ value }: Cell) => value;
