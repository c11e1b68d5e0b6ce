/** What is wrong, and of how many; nothing if that is 0. */
export function faultOf(what: string, n: number): readonly string[] {
  return n === 0 ? [] : [`${what}: ${n}`];
}
