import { expect, it } from 'vitest';
import { lowestFirst, scoreOf } from '../../../../server/store/answers/score.ts';

it.each([
  [0, 0, 0, null],
  [10, 0, 0, 100],
  [10, 10, 0, 0],
  [10, 0, 10, 75],
  [10, 10, 10, 0],
  [4, 1, 2, 62.5],
  [3, 1, 0, 66.6],
  // As a sum of shares, 0.4 and 0.25 × 0.6, this comes to just below 45.
  [5, 2, 3, 45],
  // With one breach in a million, the score is not 100.
  [1_000_000, 1, 0, 99.9],
])('of %i responses, %i breaking a MUST and %i a SHOULD, is %d', (responses, must, should, score) => {
  expect(scoreOf({ responses, mustResponses: must, shouldResponses: should })).toBe(score);
});

it('lists the lowest score first, and servers without one last', () => {
  const rows = [
    { server: 'a', score: null, responses: 9 },
    { server: 'b', score: 100, responses: 1 },
    { server: 'a', score: 100, responses: 1 },
    { server: 'z', score: 100, responses: 2 },
    { server: 'z', score: 0, responses: 1 },
  ];
  expect(rows.toSorted(lowestFirst).map((row) => rows.indexOf(row))).toEqual([4, 3, 2, 1, 0]);
  expect(rows.toReversed().sort(lowestFirst)).toEqual(rows.toSorted(lowestFirst));
});
