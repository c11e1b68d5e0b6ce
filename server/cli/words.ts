/** "1 response", "1,200 responses". */
export function count(number: number, what: string): string {
  const words = number === 1 ? what : what.endsWith('y') ? `${what.slice(0, -1)}ies` : `${what}s`;
  return `${figure(number)} ${words}`;
}

/** "1,200". */
export function figure(number: number): string {
  return number.toLocaleString('en-GB');
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** "812 bytes", "1.2 GB"; a kB is 1,000 bytes, as for `--max-size`. */
export function size(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const digits = { maximumFractionDigits: 1 };
  return `${(bytes / 1000 ** unit).toLocaleString('en-GB', digits)} ${UNITS[unit]}`;
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
