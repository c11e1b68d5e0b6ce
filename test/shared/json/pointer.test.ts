import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolve, segment, segmentsOf } from '../../../shared/json/pointer.ts';
import { parseJson } from '../../../shared/json/value.ts';

const DOCUMENT = parseJson('{"a/b":[{"m~n":1},null],"":{"":2},"__proto__":3,"~1":4}');

test.each([
  ['', DOCUMENT],
  ['/a~1b/0/m~0n', 1],
  ['/a~1b/1', null],
  ['//', 2],
  ['/__proto__', 3],
  ['/~01', 4],
  ['/a~1b/2', undefined],
  ['/a~1b/00', undefined],
  ['/a~1b/-', undefined],
  ['/a~1b/length', undefined],
  ['/toString', undefined],
  ['/a~1b/1/x', undefined],
  ['a', undefined],
])('%j names %j', (pointer, value) => {
  expect(resolve(DOCUMENT, pointer)).toEqual(value);
});

test('any names survive conversion to a pointer and back', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (names) => {
      expect(segmentsOf(names.map(segment).join(''))).toEqual(names);
    }),
  );
});
