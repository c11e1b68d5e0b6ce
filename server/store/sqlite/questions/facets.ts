import type { Facets } from '../../../../shared/api/facets.ts';
import { addTo } from '../../../../shared/collections/add-to.ts';
import { defined } from '../../../../shared/collections/defined.ts';
import { UNIDENTIFIED } from '../../../../shared/unidentified.ts';
import { addAt } from '../../answers/grid.ts';
import { offered } from '../../answers/offered.ts';
import type { Filter } from '../../store.ts';
import { sumByKind } from '../cells/kind-cells.ts';
import type { Connection } from '../file/connection.ts';
import { LIST, list } from '../file/sql.ts';
import { warningsIn } from '../plan/findings.ts';
import { coverageOver, type Plan, plansOf } from '../plan/plan.ts';
import { type Cell, eachCell } from '../plan/traffic.ts';
import { callersById } from './callers.ts';
import { countFaults } from './errors.ts';

/** As described at `Store.facets`. */
export function facets(connection: Connection, { from, to, server, notServer }: Filter): Facets {
  const chosen: Filter = { from, to, ...defined({ server, notServer }) };
  const [all, ofCallers, ofOperations, failures, warned] = plansOf(connection, chosen, [
    { filter: { from, to }, scope: 'traffic', by: 'source' },
    { filter: chosen, scope: 'traffic', by: 'caller' },
    { filter: chosen, scope: 'traffic', by: 'operation' },
    { filter: chosen, scope: 'failures' },
    { filter: chosen, scope: 'warnings' },
  ]);
  const names = (table: 'servers' | 'operations') =>
    new Map(connection.rows<readonly [number, string]>(`SELECT id, name FROM ${table}`));
  const [servers, operations, callers] = [names('servers'), names('operations'), callersById(connection)];
  const codes = new Map<string, number>();
  for (const { code, count } of countFaults(connection, failures))
    if (code !== null) addTo(codes, code, count);
  const idOf = ({ value }: Cell) => value;
  return {
    ...offered({
      servers: countNames(
        connection,
        all,
        (cell) => cell.server,
        (id) => servers.get(id),
      ),
      clients: countNames(connection, ofCallers, idOf, (id) => callers[id]?.client ?? UNIDENTIFIED),
      operations: countNames(connection, ofOperations, idOf, (id) => operations.get(id)),
      codes,
      warnings: countWarned(connection, warned),
    }),
    ...coverageOver(connection, chosen),
  };
}

/** Responses with a warning that a plan selects, by its code; without those whose warnings have none. */
function countWarned(connection: Connection, plan: Plan): ReadonlyMap<string, number> {
  const sums = sumByKind(connection, warningsIn(connection, plan));
  const counts = new Map<string, number>();
  for (const [id, code] of connection.rows<readonly [number, string | null]>(
    `SELECT id, code FROM warning_kinds WHERE id IN ${LIST}`,
    list(sums.keys()),
  ))
    if (code !== null) addTo(counts, code, sums.get(id)?.responses ?? 0);
  return counts;
}

/** Responses that a plan selects, by the name of an id; without those whose id has none. */
function countNames(
  connection: Connection,
  plan: Plan,
  idOf: (cell: Cell) => number,
  nameOf: (id: number) => string | undefined,
): ReadonlyMap<string, number> {
  const byId: number[] = [];
  eachCell(connection, plan, { sums: 'responses' }, (cell) => addAt(byId, idOf(cell), cell.responses));
  const counts = new Map<string, number>();
  byId.forEach((responses, id) => {
    const name = nameOf(id);
    if (name !== undefined) addTo(counts, name, responses);
  });
  return counts;
}
