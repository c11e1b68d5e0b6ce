/** "1 response", "1,200 responses", "2 categories", "2 days". */
export function counted(number: number, what: string): string {
  const many = /[^aeiou]y$/.test(what) ? `${what.slice(0, -1)}ies` : `${what}s`;
  return `${figure(number)} ${number === 1 ? what : many}`;
}

/** "1,200". */
export function figure(number: number): string {
  return number.toLocaleString('en-GB');
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** "812 bytes", "1.2 GB"; a kB is 1,000 bytes, as for `--max-size`. */
export function size(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let [value, unit] = [bytes, 0];
  // More would be rounded to 1,000 of this unit.
  while (value >= 999.95 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${UNITS[unit]}`;
}

/** "21 Nov 2026, 23:59:25 UTC". */
export function second(at: number): string {
  return `${day(at)}, ${new Date(at).toISOString().slice(11, 19)} UTC`;
}

/** "21 Nov 2026", in UTC. */
export function day(at: number | string): string {
  return new Date(at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** What was thrown, in words: an error's message. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The code of what was thrown, such as `ENOENT`; undefined if it has none. */
export function errorCode(thrown: unknown): string | undefined {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
