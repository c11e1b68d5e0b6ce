import { DAY, HOUR, MINUTE } from '../../shared/time/units.ts';
import { count, LOCALE, NARROW, rough, tenth } from './numbers.ts';

export type Zone = 'utc' | 'local';

/** Value and unit of a duration in ms, separate because the unit is set smaller. Percentiles are no more exact than this. */
export function durationParts(ms: number): { value: string; unit: string } {
  if (ms < 10_000) return { value: ms < 10 ? rough(ms) : count(ms), unit: 'ms' };
  if (ms < 2 * MINUTE) return { value: tenth(ms / 1000), unit: 's' };
  if (ms < 2 * HOUR) return { value: tenth(ms / MINUTE), unit: 'min' };
  if (ms < 2 * DAY) return { value: tenth(ms / HOUR), unit: 'h' };
  return { value: tenth(ms / DAY), unit: 'd' };
}

/** `412 ms`, `12.4 s`, `3.5 h` */
export function duration(ms: number): string {
  const { value, unit } = durationParts(ms);
  return `${value}${NARROW}${unit}`;
}

/** A time span in the largest unit that is still precise enough: `62 min`, `24 h`, `7 d`. */
export function span(ms: number, whole = Math.round): string {
  const abs = Math.abs(ms);
  if (abs < MINUTE) return `${whole(abs / 1000)}${NARROW}s`;
  if (abs < 2 * HOUR) return `${whole(abs / MINUTE)}${NARROW}min`;
  if (abs < 2 * DAY) return `${whole(abs / HOUR)}${NARROW}h`;
  return `${count(whole(abs / DAY))}${NARROW}d`;
}

/** An age in whole units elapsed, as the server counts days: `2 d` until three have passed. */
export function age(ms: number): string {
  return span(ms, Math.floor);
}

/** Epoch ms of a time given as a wire time or as epoch ms. */
export function ms(time: string | number): number {
  return typeof time === 'number' ? time : Date.parse(time);
}

function format(options: Intl.DateTimeFormatOptions): (time: string | number, zone: Zone) => string {
  const made: Partial<Record<Zone, Intl.DateTimeFormat>> = {};
  return (time, zone) => {
    made[zone] ??= new Intl.DateTimeFormat(LOCALE, {
      ...options,
      hourCycle: 'h23',
      timeZone: zone === 'utc' ? 'UTC' : undefined,
    });
    return made[zone].format(ms(time));
  };
}

const MINUTES = { hour: '2-digit', minute: '2-digit' } as const;
const SECONDS = { ...MINUTES, second: '2-digit' } as const;
const DATE = { day: 'numeric', month: 'short' } as const;

/** `13:42` */
export const clock = format(MINUTES);

/** `13:42:07` */
export const clockSeconds = format(SECONDS);

/** `18 Nov` */
export const day = format(DATE);

/** `18 Nov 2026` */
export const date = format({ ...DATE, year: 'numeric' });

/** With the zone as it is at that time: when summer time ends, an hour comes twice. */
const zonedClock = format({ ...MINUTES, timeZoneName: 'short' });
const exactClock = format({ ...SECONDS, fractionalSecondDigits: 3, timeZoneName: 'short' });

/** `13:42`, followed by the zone as it is then if that comes twice, as summer time ends: `01:30 GMT-4`. */
export function clockOnce(time: string | number, zone: Zone): string {
  const shown = clock(time, zone);
  const isTwice = [-HOUR, HOUR].some((apart) => clock(ms(time) + apart, zone) === shown);
  return isTwice ? zonedClock(time, zone) : shown;
}

/** `18 Nov 13:42` */
export function dateTime(time: string | number, zone: Zone): string {
  return `${day(time, zone)} ${clock(time, zone)}`;
}

/** `18 Nov 2026, 13:42:06.318 UTC`, elsewhere `CET` or `GMT-5`: the full time, for tooltips and details. */
export function exact(time: string | number, zone: Zone): string {
  return `${date(time, zone)}, ${exactClock(time, zone)}`;
}

/** `UTC`, or the name of the browser's time zone. */
export function zoneName(zone: Zone): string {
  return zone === 'utc' ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Half a year in ms: beyond it, a day without its year is ambiguous. */
const FAR = 183 * DAY;

/** `18 Nov 13:42`, as formatted by `near`, or with the year if that is far from now: `18 Nov 2024`. */
export function dateTimeOrDate(time: string | number, zone: Zone, now: number, near = dateTime): string {
  return (Math.abs(ms(time) - now) > FAR ? date : near)(time, zone);
}

/** The clock time, formatted by `near`, if that is within a day of now, else the day, with its year if far. */
export function clockOrDay(time: string | number, zone: Zone, now: number, near = clock): string {
  return Math.abs(ms(time) - now) < DAY ? near(time, zone) : dateTimeOrDate(time, zone, now, day);
}
