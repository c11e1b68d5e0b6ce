import { expect, it } from 'vitest';
import { operationsNamed, violationsByLevel } from '../../../../server/store/answers/violations.ts';
import type { Violations } from '../../../../shared/api/violations.ts';
import type { Level } from '../../../../shared/verdict.ts';

const row = (rule: string, level: Level, count: number): Violations['items'][number] => ({
  ...{ rule, level, count, title: rule, server: 'shop', proven: true, responses: count },
  ...{ first_seen: '', last_seen: '', since_version: null, sparkline: [], operations: [], response: null },
});

it('lists violations by level, then by count, with the total of each level', () => {
  const rows = [
    row('INFO', 'info', 90),
    row('MUST-few', 'must', 1),
    row('SHOULD', 'should', 50),
    row('MUST-many', 'must', 2),
  ];
  const { items, ...totals } = violationsByLevel(rows);
  expect(items.map(({ rule }) => rule)).toEqual(['MUST-many', 'MUST-few', 'SHOULD', 'INFO']);
  expect(totals).toEqual({ must: 3, should: 50, info: 90 });
});

it('names the ten operations with the most violations', () => {
  const operations = Array.from({ length: 11 }, (_, n) => ({ operation: `o${n}`, count: n + 1 }));
  expect(operationsNamed(operations).map(({ count }) => count)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
});
