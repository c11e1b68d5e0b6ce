import type { Errors } from '../../../../shared/api/errors.ts';
import { CATEGORY_INFO, ERROR_CODES } from '../../../../shared/codes.ts';
import { entry } from '../../../../shared/entry.ts';
import type { Category } from '../../../../shared/verdict.ts';
import type { Filter } from '../../store.ts';
import { sumByKind } from '../cells/kind-cells.ts';
import type { Connection } from '../file/connection.ts';
import { categoryOf } from '../file/words.ts';
import { failuresIn, noteOver, type Plan, planOf, together } from '../plan/plan.ts';
import { eachCell, Traffic } from '../plan/traffic.ts';

/** Whether an error code stands in the registry; a failure without a code is not registered. */
export function isRegistered(code: string | null): boolean {
  return code !== null && ERROR_CODES.has(code);
}

/** Failures by category, then code, each sorted by count. */
export function errors(connection: Connection, filter: Filter): Errors {
  const { category: _, code: __, notCode: ___, ...wider } = filter;
  const [plan, traffic] = together(
    (since) => planOf(connection, filter, 'failures', { since }),
    (since) => planOf(connection, wider, 'traffic', { since }),
  );
  const sums = new Traffic();
  eachCell(connection, traffic, { sums: 'responses' }, (cell) => sums.add(cell));
  const byCategory = failuresByCategory(connection, plan);
  const total = [...byCategory.values()].flat().reduce((sum, { count }) => sum + count, 0);
  return {
    total,
    responses: sums.responses,
    failed: sums.failures,
    categories: CATEGORY_INFO.map(({ id, name, guidance }) => {
      const codes = byCategory.get(id) ?? [];
      const count = codes.reduce((sum, code) => sum + code.count, 0);
      return { category: id, name, count, share: total === 0 ? 0 : count / total, guidance, codes };
    }),
    ...noteOver(connection, filter),
  };
}

function failuresByCategory(
  connection: Connection,
  plan: Plan,
): ReadonlyMap<Category, Errors['categories'][number]['codes']> {
  const found = new Map<Category, Errors['categories'][number]['codes']>();
  for (const { category, code, count } of countFaults(connection, plan))
    entry(found, category, () => []).push({ code, count, registered: isRegistered(code) });
  return found;
}

export interface FaultCount {
  readonly category: Category;
  readonly code: string | null;
  readonly count: number;
}

/** Failures of each category and code that the plan selects, most first. */
export function countFaults(connection: Connection, plan: Plan): readonly FaultCount[] {
  const sums = sumByKind(connection, failuresIn(connection, plan));
  const counts = new Map<number, number>();
  for (const { id, fault } of connection.all<{ id: number; fault: number }>(
    'SELECT id, fault FROM failure_kinds WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...sums.keys()]),
  ))
    counts.set(fault, (counts.get(fault) ?? 0) + (sums.get(id)?.n ?? 0));
  return connection
    .all<{ id: number; category: number; code: string | null }>(
      'SELECT id, category, code FROM faults WHERE id IN (SELECT value FROM json_each(?)) ORDER BY code',
      JSON.stringify([...counts.keys()]),
    )
    .map(({ id, category, code }) => ({ category: categoryOf(category), code, count: counts.get(id) ?? 0 }))
    .sort((a, b) => b.count - a.count);
}
