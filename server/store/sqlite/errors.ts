import type { Errors } from '../../../shared/api/errors.ts';
import { CATEGORY_INFO, ERROR_CODES } from '../../../shared/codes.ts';
import { type Category, OUTCOMES } from '../../../shared/verdict.ts';
import type { Filter } from '../store.ts';
import type { Connection } from './connection.ts';
import { failureCells, leastOf, type Plan, planOf, trafficCells } from './plan.ts';
import { categoryOf, numberOf } from './words.ts';

/** Whether an error code stands in the registry; a failure without a code is not registered. */
export function isRegistered(code: string | null): boolean {
  return code !== null && ERROR_CODES.has(code);
}

/** Failures by category, then code, each sorted by count. */
export function errors(connection: Connection, filter: Filter): Errors {
  const plan = planOf(connection, filter, 'failures');
  const { category: _, code: __, notCode: ___, ...wider } = filter;
  const traffic = planOf(connection, wider, 'traffic');
  const cells = trafficCells(traffic, 'c.responses AS n, c.outcome');
  const sums = connection.get<{ responses: number | null; failed: number | null }>(
    `SELECT sum(n) AS responses, sum(iif(outcome = ?, n, 0)) AS failed FROM (${cells.text})`,
    numberOf(OUTCOMES, 'failure'),
    ...cells.values,
  );
  const byCategory = failuresByCategory(connection, plan);
  const total = [...byCategory.values()].flat().reduce((sum, { count }) => sum + count, 0);
  return {
    total,
    responses: sums?.responses ?? 0,
    failed: sums?.failed ?? 0,
    categories: CATEGORY_INFO.map(({ id, name, guidance }) => {
      const codes = byCategory.get(id) ?? [];
      const count = codes.reduce((sum, code) => sum + code.count, 0);
      return { category: id, name, count, share: total === 0 ? 0 : count / total, guidance, codes };
    }),
    ...leastOf(traffic.note, plan.note),
  };
}

function failuresByCategory(
  connection: Connection,
  plan: Plan,
): ReadonlyMap<Category, Errors['categories'][number]['codes']> {
  const cells = failureCells(plan, 'c.kind, c.n');
  const found = new Map<Category, Errors['categories'][number]['codes']>();
  for (const { category, code, count } of connection.all<{
    category: number;
    code: string | null;
    count: number;
  }>(
    `SELECT f.category, f.code, sum(k.n) AS count FROM (SELECT kind, sum(n) AS n FROM (${cells.text}) GROUP BY kind) k
       JOIN failure_kinds fk ON fk.id = k.kind JOIN faults f ON f.id = fk.fault
     GROUP BY f.id ORDER BY count DESC, f.code`,
    ...cells.values,
  )) {
    const key = categoryOf(category);
    const row = { code, count, registered: isRegistered(code) };
    const codes = found.get(key);
    if (codes === undefined) found.set(key, [row]);
    else codes.push(row);
  }
  return found;
}
