import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  eachCaller,
  eachKind,
  KindCounts,
  withoutKinds,
} from '../../../../server/store/sqlite/packed/kind-counts.ts';
import { merging, NOTHING, subtracting } from '../../../../server/store/sqlite/packed/packed.ts';

type Entry = readonly [kind: number, caller: number, n: number, responses: number];

/** Few kinds and callers, so that they coincide, and some ids and counts of several bytes. */
const id = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2 ** 21 }));
const count = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 2 ** 40 }));
const one: fc.Arbitrary<Entry> = fc.tuple(id, id, count, fc.oneof(fc.constant(0), count));
const some = fc.array(one, { maxLength: 30 });

function encoded(entries: readonly Entry[]): Buffer {
  const counts = new KindCounts();
  for (const entry of entries) counts.add(...entry);
  return counts.encode();
}

function callersIn(bytes: Uint8Array, wanted?: Uint8Array): readonly Entry[] {
  const read: Entry[] = [];
  eachCaller(bytes, wanted, (...entry) => read.push(entry));
  return read;
}

function kindsIn(bytes: Uint8Array, wanted?: Uint8Array): readonly (readonly number[])[] {
  const read: (readonly number[])[] = [];
  eachKind(bytes, wanted, (...sums) => read.push(sums));
  return read;
}

/** Sums entries by `keyOf`, in ascending order of keys. */
function summed(entries: readonly Entry[], keyOf: (entry: Entry) => readonly number[]): readonly number[][] {
  const sums = new Map<string, number[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const [n = 0, responses = 0] = sums.get(key.join())?.slice(key.length) ?? [];
    sums.set(key.join(), [...key, n + entry[2], responses + entry[3]]);
  }
  return [...sums.values()].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
}

const byCaller = (entries: readonly Entry[]) => summed(entries, ([kind, caller]) => [kind, caller]);
const byKind = (entries: readonly Entry[]) => summed(entries, ([kind]) => [kind]);

/** Returns an array with 1 at the position of each id. */
function flags(ids: readonly number[]): Uint8Array {
  const made = new Uint8Array(Math.max(0, ...ids) + 1);
  for (const each of ids) made[each] = 1;
  return made;
}

const merge = merging(KindCounts);
const subtract = subtracting(KindCounts);

describe('counts by kind and caller', () => {
  test('are read as they were added, by kind and by caller', () => {
    fc.assert(
      fc.property(some, (entries) => {
        const bytes = encoded(entries);
        expect(callersIn(bytes)).toEqual(byCaller(entries));
        expect(kindsIn(bytes)).toEqual(byKind(entries));
      }),
    );
  });

  test('are the same bytes in whatever order they were added', () => {
    fc.assert(
      fc.property(
        some.chain((entries) =>
          fc.tuple(
            fc.constant(entries),
            fc.shuffledSubarray(entries as Entry[], { minLength: entries.length }),
          ),
        ),
        ([entries, shuffled]) => {
          expect(encoded(shuffled)).toEqual(encoded(entries));
          const [first, second] = [encoded(shuffled.slice(0, 3)), encoded(shuffled.slice(3))];
          expect(Buffer.from(merge(first, second))).toEqual(encoded(entries));
        },
      ),
    );
  });

  test('minus a part are the counts of the rest, and minus all of them no bytes', () => {
    fc.assert(
      fc.property(some, some, (rest, part) => {
        const all = merge(encoded(rest), encoded(part));
        expect(Buffer.from(subtract(all, encoded(part)))).toEqual(encoded(rest));
        expect(subtract(all, all)).toHaveLength(0);
      }),
    );
  });

  test('can be read for some kinds only, or stripped of them', () => {
    fc.assert(
      fc.property(some, fc.array(id), (entries, kinds) => {
        const [bytes, chosen] = [encoded(entries), new Set(kinds)];
        const wanted = entries.filter(([kind]) => chosen.has(kind));
        expect(callersIn(bytes, flags(kinds))).toEqual(byCaller(wanted));
        expect(kindsIn(bytes, flags(kinds))).toEqual(byKind(wanted));
        const others = entries.filter(([kind]) => !chosen.has(kind));
        expect(Buffer.from(withoutKinds(bytes, chosen))).toEqual(encoded(others));
      }),
    );
  });

  test('of one caller take four numbers; those of several also a sum and a length', () => {
    expect([...encoded([[7, 3, 5, 2]])]).toEqual([7, 3, 5, 2]);
    const several = encoded([
      [7, 3, 5, 2],
      [7, 4, 6, 1],
      [9, 3, 1, 0],
    ]);
    expect([...several]).toEqual([7, 0, 11, 3, 6, 3, 5, 2, 1, 6, 1, 2, 3, 1, 0]);
    expect([...subtract(several, encoded([[7, 3, 5, 2]]))]).toEqual([7, 4, 6, 1, 2, 3, 1, 0]);
  });

  test('of thousands of callers and of the largest sums are exact', () => {
    const largest = Math.floor(Number.MAX_SAFE_INTEGER / 5000);
    const entries = Array.from({ length: 5000 }, (_, n): Entry => [3, n + 1, largest, largest - 1]);
    const bytes = encoded([...entries, [4, 1, 1, 1]]);
    expect(callersIn(bytes)).toEqual([...entries, [4, 1, 1, 1]]);
    expect(kindsIn(bytes)).toEqual([
      [3, 5000 * largest, 5000 * (largest - 1)],
      [4, 1, 1],
    ]);
  });

  test('of nothing take no bytes', () => {
    expect(encoded([])).toHaveLength(0);
    expect(merge(NOTHING, NOTHING)).toHaveLength(0);
    expect([callersIn(NOTHING), kindsIn(NOTHING)]).toEqual([[], []]);
  });
});
