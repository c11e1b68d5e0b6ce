import { isObject } from './value.ts';

/** Deeper parts of two values count as equal; the specification allows 32 levels (v1.0.0-draft 4.7). */
const DEEPEST = 64;

/** A string that is the same for deeply equal JSON values, regardless of the order of their members. */
export function canonical(value: unknown, depth = 0): string {
  if (depth === DEEPEST) return '…';
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (!isObject(value)) return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? '');
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name], depth + 1)}`);
  return `{${members.join(',')}}`;
}

/** Whether two JSON values are deeply equal when members that are null are left out. */
export function equalWithoutNulls(a: unknown, b: unknown, depth = 0): boolean {
  if (a === b || depth === DEEPEST) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => equalWithoutNulls(item, b[index], depth + 1));
  }
  if (!isObject(a) || !isObject(b)) return false;
  for (const name of Object.keys(a)) {
    if (a[name] === null) continue;
    if (!Object.hasOwn(b, name) || !equalWithoutNulls(a[name], b[name], depth + 1)) return false;
  }
  for (const name of Object.keys(b)) {
    if (b[name] !== null && (!Object.hasOwn(a, name) || a[name] === null)) return false;
  }
  return true;
}
