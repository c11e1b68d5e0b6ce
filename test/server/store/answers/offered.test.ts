import { expect, it } from 'vitest';
import { offered } from '../../../../server/store/answers/offered.ts';

const NONE: ReadonlyMap<string, number> = new Map();

it('offers the most frequent values, those that are as frequent by name', () => {
  const servers = new Map(Object.entries({ c: 1, b: 2, a: 1, d: 1 }));
  expect(offered({ servers, clients: NONE, operations: NONE, codes: NONE, warnings: NONE }).servers).toEqual([
    { value: 'b', count: 2 },
    { value: 'a', count: 1 },
    { value: 'c', count: 1 },
    { value: 'd', count: 1 },
  ]);
});

it('offers at most 1,000 values per list, and says how many there are', () => {
  const many = new Map(Array.from({ length: 1001 }, (_, n) => [`n${n}`, 1001 - n] as const));
  const { totals, ...lists } = offered({
    servers: many,
    clients: many,
    operations: many,
    codes: many,
    warnings: many,
  });
  expect(Object.values(lists).map((list) => list.length)).toEqual([1000, 1000, 1000, 1000, 1000]);
  expect(lists.codes.at(-1)).toEqual({ value: 'n999', count: 2 });
  expect(totals).toEqual({ servers: 1001, clients: 1001, operations: 1001, codes: 1001, warnings: 1001 });
});
