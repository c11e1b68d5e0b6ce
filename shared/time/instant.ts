import { DAY, HOUR, MINUTE } from './units.ts';

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
/** Without a unit it is none, rather than milliseconds before 1970. */
const RELATIVE = /^([+-])(\d{1,9})(s|m|h|d|w)?$/;
const UNIT_MS = new Map([
  ['s', 1_000],
  ['m', MINUTE],
  ['h', HOUR],
  ['d', DAY],
  ['w', 7 * DAY],
]);

/** Largest distance from 1970 that a Date can hold, ms (ECMA-262, time values). */
const FARTHEST = 8.64e15;

/** The first and last moment that an RFC 3339 date-time, whose years have four digits, can express; epoch ms. */
export const SAYABLE = { first: -62_167_219_200_000, last: 253_402_300_799_999 } as const;

/** Epoch ms of an RFC 3339 date-time; undefined for any other text and for days that do not exist. */
export function rfc3339(text: string): number | undefined {
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const part = (index: number) => Number(match[index] ?? 0);
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  // A day that the month does not have is one of another month.
  if (midnight.getUTCMonth() !== month - 1) return undefined;
  if (hour > 23 || minute > 59 || second > 60 || part(9) > 23 || part(10) > 59) return undefined;
  const offset = (part(9) * 60 + part(10)) * (match[8] === '-' ? -MINUTE : MINUTE);
  const fraction = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  return midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + fraction - offset;
}

/** The number if it is whole epoch milliseconds that a Date can hold; undefined for any other. */
export function epochMs(ms: number): number | undefined {
  return Number.isInteger(ms) && Math.abs(ms) <= FARTHEST ? ms : undefined;
}

/** Epoch ms of an RFC 3339 date-time or of whole epoch milliseconds as text; undefined for anything else. */
export function instant(text: string): number | undefined {
  return /^-?\d{1,16}$/.test(text) ? epochMs(Number(text)) : rfc3339(text);
}

/** Epoch ms of what {@link instant} reads, or of a distance from `now` such as `-24h` (s, m, h, d, w). */
export function moment(text: string, now: number): number | undefined {
  const match = RELATIVE.exec(text);
  if (match === null) return instant(text);
  const [, sign, amount = '', unit = ''] = match;
  const distance = Number(amount) * (UNIT_MS.get(unit) ?? Number.NaN);
  const ms = sign === '-' ? now - distance : now + distance;
  return Math.abs(ms) <= FARTHEST ? ms : undefined;
}

/** ISO 8601 of epoch ms. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
