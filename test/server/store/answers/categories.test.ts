import { expect, it } from 'vitest';
import {
  categoriesWithCodes,
  categoryRows,
  isRegistered,
} from '../../../../server/store/answers/categories.ts';
import { CATEGORIES } from '../../../../shared/verdict.ts';

it('lists every category with its share of the failures, also where there are none', () => {
  const shares = (...counts: Parameters<typeof categoryRows>) =>
    categoryRows(...counts).flatMap(({ category, count, share }) =>
      share === 0 ? [] : [[category, count, share]],
    );
  const failures = categoryRows(new Map([['internal', 3]]));
  expect(failures.map(({ category }) => category)).toEqual(CATEGORIES);
  expect(
    shares(
      new Map([
        ['not_found', 1],
        ['internal', 3],
      ]),
    ),
  ).toEqual([
    ['not_found', 1, 0.25],
    ['internal', 3, 0.75],
  ]);
  expect(shares(new Map())).toEqual([]);
});

it('has guidance of its own for each category', () => {
  const guidance = categoryRows(new Map()).map((row) => row.guidance);
  expect(new Set(guidance).size).toBe(CATEGORIES.length);
});

it('knows the codes of the registry, and none where there is no code', () => {
  expect(['NOT_FOUND_RESOURCE', 'SHELF_EMPTY', null].map(isRegistered)).toEqual([true, false, false]);
});

it('lists the codes of a category by their failures, most first, and those with as many by name', () => {
  const category = 'internal';
  const faults = ['B', 'A', null, 'C'].map(
    (code) => ({ category, code, count: code === 'C' ? 2 : 1 }) as const,
  );
  const internal = categoriesWithCodes(faults).find((row) => row.category === category);
  expect(internal?.codes.map(({ code }) => code)).toEqual(['C', null, 'A', 'B']);
});
