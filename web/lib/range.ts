import { iso } from '../../shared/time/instant.ts';
import { isRelative, rangeOf, timeOf, widened } from '../../shared/time/range.ts';
import { HOUR } from '../../shared/time/units.ts';
import type { Filter } from './filter.ts';
import { clock, clockSeconds, date, dateTimeOrDate, duration, span, type Zone } from './times.ts';

export const DEFAULT_FROM = '-24h';
/** Default on Deprecations: within a single day, most of what is still in use is not called. */
export const DEPRECATIONS_FROM = '-7d';

/** True if the range ends now, so that new responses can still enter it. */
export function isOpenEnded(filter: Filter): boolean {
  return filter.to === undefined;
}

/** True if an end of the range is relative or in the future: over time, responses enter or leave it. */
export function movesOn(filter: Filter, now: number): boolean {
  const { from, to } = filter;
  return rangeOf(filter, now).to > now || isRelative(from ?? to) || (to !== undefined && isRelative(to));
}

/** Length of the range in words: `24 h`, `3.5 h`, `7 d`. */
export function rangeSpan(filter: Filter, now: number): string {
  const { from, to } = rangeOf(filter, now);
  return to - from < 2 * HOUR ? span(to - from) : duration(to - from);
}

/** The range in words: `Last 24 h`, or both ends of what is answered; one that cannot be read, as it is written. */
export function rangeWords(filter: Filter, zone: Zone, now: number): string {
  const isUnreadable = (written: string | undefined) =>
    written !== undefined && timeOf(written, now) === undefined;
  if (isOpenEnded(filter) && movesOn(filter, now) && !isUnreadable(filter.from))
    return `Last ${rangeSpan(filter, now)}`;
  const { from, to } = widened(rangeOf(filter, now), filter);
  const words = (at: number, written: string | undefined) =>
    isUnreadable(written) ? written : dateTimeOrDate(at, zone, now);
  const [start, end] = [words(from, filter.from), words(to, filter.to)];
  if (isOpenEnded(filter)) return `${start} – now`;
  // Within one day far from now, or within a minute, both ends would be the same.
  if (start === end && !isUnreadable(filter.from)) {
    const format = clock(from, zone) === clock(to, zone) ? clockSeconds : clock;
    return `${date(from, zone)} ${format(from, zone)} – ${format(to, zone)}`;
  }
  return `${start} – ${end}`;
}

/** Both ends of the range as absolute times, so that a link shows tomorrow what it shows now. */
export function pinned(filter: Filter, now: number): { readonly from: string; readonly to: string } {
  const range = rangeOf(filter, now);
  const { from, to } = widened(range, filter);
  // What is still to come is not shown now.
  return { from: iso(from), to: iso(Math.max(range.to, Math.min(to, now))) };
}
