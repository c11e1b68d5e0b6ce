import { expect, it } from 'vitest';
import { operationsNamed, violationsByLevel } from '../../../../server/store/answers/violations.ts';
import type { Violations } from '../../../../shared/api/violations.ts';
import type { Level } from '../../../../shared/verdict.ts';

const row = (rule: string, level: Level, count: number, server = 'shop'): Violations['items'][number] => ({
  ...{ rule, level, count, title: rule, server, proven: true, responses: count },
  ...{ first_seen: '', last_seen: '', since_version: null, sparkline: [], operations: [], response: null },
});

it('lists violations by level, then by count, rule and server, with the total of each level', () => {
  const rows = [
    row('INFO', 'info', 90),
    row('MUST-few', 'must', 1),
    row('SHOULD', 'should', 50, 'tiles'),
    row('SHOULD', 'should', 50),
    row('A-SHOULD', 'should', 50),
    row('MUST-many', 'must', 2),
  ];
  const { items, ...totals } = violationsByLevel(rows);
  expect(items.map(({ rule, server }) => `${rule} ${server}`)).toEqual([
    'MUST-many shop',
    'MUST-few shop',
    'A-SHOULD shop',
    'SHOULD shop',
    'SHOULD tiles',
    'INFO shop',
  ]);
  expect(totals).toEqual({ must: 3, should: 150, info: 90 });
});

it('names the ten operations with the most violations', () => {
  const operations = Array.from({ length: 11 }, (_, n) => ({ operation: `o${n}`, count: n + 1 }));
  expect(operationsNamed(operations).map(({ count }) => count)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  const alike = ['b', null, 'a'].map((operation) => ({ operation, count: 1 }));
  expect(operationsNamed(alike).map(({ operation }) => operation)).toEqual([null, 'a', 'b']);
});
