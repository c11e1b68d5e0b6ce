import type { Zone } from './format.ts';

/** Epoch ms as a `datetime-local` field has it, in the zone chosen. */
export function fieldText(at: number, zone: Zone): string {
  const shift = zone === 'utc' ? 0 : new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - shift).toISOString().slice(0, 16);
}

/** What a `datetime-local` field holds, epoch ms; NaN where it holds no time. */
export function fieldTime(text: FormDataEntryValue | null, zone: Zone): number {
  return typeof text === 'string' ? Date.parse(zone === 'utc' ? `${text}Z` : text) : Number.NaN;
}
