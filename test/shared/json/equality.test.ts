import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonical, equalWithoutNulls } from '../../../shared/json/equality.ts';
import { isObject } from '../../../shared/json/value.ts';
import { shuffled } from '../properties.ts';

/** Few enough values that two of them are often equal, or nearly. */
const { value: small } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, 0, 1, '', '0', true),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { noNullPrototype: true }),
  ),
}));

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => (item === null ? [] : [[name, withoutNulls(item)]])),
  );
}

describe('two values', () => {
  test('have one canonical text exactly if they differ in the order of members alone', () => {
    fc.assert(
      fc.property(small, small, fc.nat(), (a, b, seed) => {
        expect(canonical(shuffled(a, seed))).toBe(canonical(a));
        expect(JSON.parse(canonical(a))).toEqual(a);
        expect(canonical(a) === canonical(b)).toBe(isDeepStrictEqual(a, b));
      }),
    );
  });

  test('are equal without nulls exactly if they are once these are left out', () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(equalWithoutNulls(a, b)).toBe(isDeepStrictEqual(withoutNulls(a), withoutNulls(b)));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    [{ a: {} }, { a: 0 }],
    [{ a: 0 }, { a: {} }],
    [[], {}],
    [{}, null],
  ])('%j and %j are not equal', (a, b) => {
    expect(equalWithoutNulls(a, b)).toBe(false);
  });
});
