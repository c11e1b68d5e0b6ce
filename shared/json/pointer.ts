import { isObject, member } from './value.ts';

/** One segment of an RFC 6901 pointer, with its leading slash. */
export function segment(name: string | number): string {
  return typeof name === 'number' ? `/${name}` : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names along a pointer; empty for the root, undefined if the text is not a pointer. */
export function segmentsOf(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether a name can be the index of an array's item (RFC 6901, 4). */
export function isIndex(name: string): boolean {
  return INDEX.test(name);
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/** The value that a pointer names in a JSON value; undefined if there is none. */
export function resolve(value: unknown, pointer: string): unknown {
  const names = segmentsOf(pointer);
  if (names === undefined) return undefined;
  let at = value;
  for (const name of names) {
    if (Array.isArray(at)) at = isIndex(name) ? at[Number(name)] : undefined;
    else at = isObject(at) ? member(at, name) : undefined;
  }
  return at;
}
