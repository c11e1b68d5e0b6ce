import { rfc3339 } from './instant.ts';
import { DAY } from './units.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** Longer strings are not dates. */
const LONGEST = 64;

/**
 * Epoch ms of a date in an envelope: `YYYY-MM-DD` (midnight UTC), or a full date-time with `T` whose offset may
 * be omitted (UTC). Undefined for anything else and for days that do not exist (v1.0.0-draft 4.7.2).
 */
export function dateOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || text.length > LONGEST) return undefined;
  if (DATE.test(text)) return rfc3339(`${text}T00:00:00Z`);
  const match = TIME.exec(text);
  if (match === null) return undefined;
  return rfc3339(match[1] === undefined ? `${text}Z` : text);
}

/** Days of the calendar until a time, in UTC: 0 on the day itself, negative once it is past. */
export function daysTo(time: number, now: number): number {
  return Math.floor(time / DAY) - Math.floor(now / DAY);
}
