import type { Errors } from '../../../../shared/api/errors.ts';
import { addTo } from '../../../../shared/collections/add-to.ts';
import { sum } from '../../../../shared/collections/sum.ts';
import { categoriesWithCodes, type FaultCount } from '../../answers/categories.ts';
import type { Filter } from '../../store.ts';
import { sumByKind } from '../cells/kind-cells.ts';
import type { Connection } from '../file/connection.ts';
import { LIST, list } from '../file/sql.ts';
import { categoryOf } from '../file/words.ts';
import { failuresIn } from '../plan/findings.ts';
import { coverageOver, type Plan, plansOf } from '../plan/plan.ts';
import { eachCell, Traffic } from '../plan/traffic.ts';

/** As described at `Store.errors`. */
export function errors(connection: Connection, filter: Filter): Errors {
  const { category: _, code: __, notCode: ___, ...wider } = filter;
  const [plan, traffic] = plansOf(connection, filter, [
    { filter, scope: 'failures' },
    { filter: wider, scope: 'traffic' },
  ]);
  const sums = new Traffic();
  eachCell(connection, traffic, { sums: 'responses' }, (cell) => sums.count(cell));
  const faults = countFaults(connection, plan);
  return {
    total: sum(faults.map(({ count }) => count)),
    responses: sums.responses,
    failed: sums.failures,
    categories: categoriesWithCodes(faults),
    ...coverageOver(connection, filter),
  };
}

/** Failures that the plan selects, by category and code. */
export function countFaults(connection: Connection, plan: Plan): readonly FaultCount[] {
  const sums = sumByKind(connection, failuresIn(connection, plan));
  const counts = new Map<number, number>();
  for (const { id, fault } of connection.all<{ id: number; fault: number }>(
    `SELECT id, fault FROM failure_kinds WHERE id IN ${LIST}`,
    list(sums.keys()),
  ))
    addTo(counts, fault, sums.get(id)?.n ?? 0);
  return connection
    .all<{ id: number; category: number; code: string | null }>(
      `SELECT id, category, code FROM faults WHERE id IN ${LIST}`,
      list(counts.keys()),
    )
    .map(({ id, category, code }) => ({ category: categoryOf(category), code, count: counts.get(id) ?? 0 }));
}
