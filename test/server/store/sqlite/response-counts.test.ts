import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  NO_COUNTS,
  packCounts,
  type ResponseCounts,
  repacked,
  unpackCounts,
} from '../../../../server/store/sqlite/packed/response-counts.ts';

const id = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2 ** 31 }));
const n = fc.integer({ min: 0, max: 1_000_000 });
/** JSON.stringify() turns -0 into 0. */
const measured = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const orNull = fc.option(measured);
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 4 });

const counts: fc.Arbitrary<ResponseCounts> = fc.record({
  failures: some(id),
  violations: some(fc.tuple(id, n)),
  warnings: some(fc.tuple(id, n, fc.constantFrom(0, 1), fc.constantFrom(0, 1, 2))),
  readings: some(fc.tuple(id, measured, measured, measured)),
  quotas: some(fc.tuple(id, measured, orNull, orNull, orNull, orNull, orNull)),
});

describe('what a response counts for', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(counts, (given) => {
        expect(unpackCounts(packCounts(given))).toEqual(given);
      }),
    );
  });

  test('takes a few bytes if a response has one finding', () => {
    const sizes = [
      { ...NO_COUNTS, failures: [11] },
      { ...NO_COUNTS, violations: [[21, 1]] as const },
      { ...NO_COUNTS, warnings: [[31, 1, 1, 1]] as const },
    ].map((given) => packCounts(given).length);
    expect(sizes).toEqual([2, 4, 7]);
  });

  test('can be read from the JSON of earlier schemas, which omits empty lists at the end', () => {
    fc.assert(
      fc.property(counts, (given) => {
        const lists = [given.failures, given.violations, given.warnings, given.readings, given.quotas];
        while (lists.at(-1)?.length === 0) lists.pop();
        expect(unpackCounts(repacked(JSON.stringify(lists)))).toEqual(given);
      }),
    );
  });
});
