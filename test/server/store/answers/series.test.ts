import { expect, it } from 'vitest';
import { mergeRest } from '../../../../server/store/answers/series.ts';

const counts = new Map([
  ['a', [1, 0]],
  ['b', [0, 5]],
  ['c', [2, 2]],
]);

it('keeps the largest series and sums the others, last', () => {
  const merged = mergeRest(counts, 1);
  expect([...merged.counts]).toEqual([
    ['b', [0, 5]],
    ['other', [3, 2]],
  ]);
  expect(merged.membersOf('other')).toEqual(['c', 'a']);
  expect(merged.membersOf('b')).toEqual(['b']);
});

it('has a rest of one where one is too many', () => {
  const merged = mergeRest(counts, 2);
  expect([...merged.counts].at(-1)).toEqual(['other', [1, 0]]);
  expect(merged.membersOf('other')).toEqual(['a']);
});

it('keeps the first by name of series that are as large', () => {
  const alike = new Map(['c', 'a', 'b'].map((key) => [key, [1, 1]] as const));
  expect([...mergeRest(alike, 2).counts.keys()]).toEqual(['a', 'b', 'other']);
});

it('has no rest if there are few enough', () => {
  expect([...mergeRest(counts, 3).counts.keys()]).toEqual(['b', 'c', 'a']);
});

it('has nothing but itself in a series that is called like the rest', () => {
  const named = new Map([...counts, ['other', [9, 9]]]);
  expect(mergeRest(named, 4).membersOf('other')).toEqual(['other']);
});

it('merges the rest with a series of the same name', () => {
  const named = new Map([...counts, ['other', [9, 9]]]);
  const merged = mergeRest(named, 2);
  expect([...merged.counts]).toEqual([
    ['other', [12, 11]],
    ['b', [0, 5]],
  ]);
  expect(merged.membersOf('other')).toEqual(['c', 'a', 'other']);
});
