/** "1 response", "1,200 responses". */
export function count(number: number, what: string): string {
  const words = number === 1 ? what : what.endsWith('y') ? `${what.slice(0, -1)}ies` : `${what}s`;
  return `${number.toLocaleString('en-GB')} ${words}`;
}
