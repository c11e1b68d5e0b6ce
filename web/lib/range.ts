import type { Filter } from './filter.ts';
import { dateTimeOrDate, span, type Zone } from './format.ts';

export const DEFAULT_FROM = '-24h';
/** Of deprecations: of a day, most of what is still called shows no use. */
export const DEPRECATIONS_FROM = '-7d';

export const PRESETS = ['-15m', '-1h', '-6h', '-24h', '-7d', '-30d', '-90d'] as const;

const UNITS = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
]);

/** Beyond this from 1970 there is no date (ECMA-262 21.4.1.1), ms. */
const LAST_TIME = 8.64e15;

/** Epoch ms of an absolute or relative time; undefined where it is neither. */
export function timeOf(value: string, now: number): number | undefined {
  const relative = /^-(\d{1,6})([smhdw])$/.exec(value);
  if (relative !== null) return now - Number(relative[1]) * (UNITS.get(relative[2] ?? '') ?? 0);
  const at = /^\d+$/.test(value) ? Number(value) : Date.parse(value);
  return Math.abs(at) <= LAST_TIME ? at : undefined;
}

/** Start and end of a filter's range in epoch ms. */
export function rangeOf(filter: Filter, now: number): { from: number; to: number } {
  const to = (filter.to === undefined ? undefined : timeOf(filter.to, now)) ?? now;
  const from = timeOf(filter.from ?? DEFAULT_FROM, now) ?? to - 86_400_000;
  return { from, to };
}

/** True where the range ends now, so that new responses can still enter it. */
export function isOpenEnded(filter: Filter): boolean {
  return filter.to === undefined;
}

/** Length of the range in words: `24 h`, `7 d`. */
export function rangeSpan(filter: Filter, now: number): string {
  const { from, to } = rangeOf(filter, now);
  return span(to - from);
}

/** The range in words: `Last 24 h`, or its two ends. */
export function rangeWords(filter: Filter, zone: Zone, now: number): string {
  const relative = isOpenEnded(filter) && (filter.from ?? DEFAULT_FROM).startsWith('-');
  if (relative) return `Last ${rangeSpan(filter, now)}`;
  const { from, to } = rangeOf(filter, now);
  return `${dateTimeOrDate(from, zone, now)} – ${isOpenEnded(filter) ? 'now' : dateTimeOrDate(to, zone, now)}`;
}

/** The same view with both ends written out, so that a link shows tomorrow what it shows now. */
export function pinned(filter: Filter, now: number): Filter {
  const { from, to } = rangeOf(filter, now);
  return { ...filter, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
