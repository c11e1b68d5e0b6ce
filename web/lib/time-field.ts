import { iso } from '../../shared/time/instant.ts';
import { MINUTE } from '../../shared/time/units.ts';
import type { Zone } from './times.ts';

/** Formats epoch ms for a `datetime-local` field, in the given zone. */
export function fieldText(at: number, zone: Zone): string {
  const shift = zone === 'utc' ? 0 : new Date(at).getTimezoneOffset() * MINUTE;
  return iso(at - shift).slice(0, 16);
}

/** Epoch ms of the value of a `datetime-local` field; NaN if it is not a time. */
export function fieldTime(text: FormDataEntryValue | null, zone: Zone): number {
  return typeof text === 'string' ? Date.parse(zone === 'utc' ? `${text}Z` : text) : Number.NaN;
}
