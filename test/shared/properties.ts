import { resolve, segmentsOf } from '../../shared/json/pointer.ts';
import { isObject } from '../../shared/json/value.ts';
import type { Reading } from '../../shared/reading.ts';
import type { Verdict } from '../../shared/verdict.ts';

/** Returns the pointer of the parent of a pointer's value; undefined for the root. */
function parentOf(pointer: string): string | undefined {
  return pointer === '' ? undefined : pointer.slice(0, pointer.lastIndexOf('/'));
}

/** Returns violations whose pointer refers neither to a value nor to a place in an existing parent. */
export function brokenPointers({ located }: Reading, { violations }: Verdict): readonly string[] {
  return violations.flatMap(({ rule, in: frame, pointer }) => {
    const root = frame === 'envelope' ? located.envelope : (located.result ?? located.rpcError);
    const parent = parentOf(pointer);
    const stands =
      segmentsOf(pointer) !== undefined &&
      (resolve(root, pointer) !== undefined || (parent !== undefined && resolve(root, parent) !== undefined));
    return stands ? [] : [`${rule} ${frame} ${JSON.stringify(pointer)}`];
  });
}

/** Returns the same value with the members of its objects in another order. */
export function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => shuffled(item, seed));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, item]): [string, unknown] => [
    name,
    shuffled(item, seed),
  ]);
  const turn = members.length === 0 ? 0 : seed % members.length;
  return Object.fromEntries([...members.slice(turn), ...members.slice(0, turn)].reverse());
}
