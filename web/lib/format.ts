import { DAY, HOUR, MINUTE } from '../../shared/time-units.ts';

export type Zone = 'utc' | 'local';

const LOCALE = 'en-GB';
const NARROW = '\u202f';

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const digits = (n: number) =>
  new Intl.NumberFormat(LOCALE, { minimumFractionDigits: n, maximumFractionDigits: n });
const [oneDigit, twoDigits] = [digits(1), digits(2)];
const tenth = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });

/** `48,216` */
export function count(n: number): string {
  return whole.format(n);
}

const THOUSANDS = ['', 'k', 'M', 'G', 'T'] as const;

/** `1.2 k`, `2.4 M`: for axes and where space is short. */
export function short(n: number): string {
  const abs = Math.abs(n);
  // A value that would round to 1000 takes the next unit.
  const power = THOUSANDS.findLastIndex((_, at) => at > 0 && abs >= 999.95 * 1000 ** (at - 1));
  return power < 1 ? fine.format(n) : `${tenth.format(n / 1000 ** power)}${NARROW}${THOUSANDS[power]}`;
}

/** A number as it was sent, with at most two decimals: `31.4`. */
export function figure(n: number): string {
  return fine.format(n);
}

/** A share of 1 in per cent, without the sign (set smaller); one decimal from 10 %, none for 100 %. */
export function percentFigure(share: number): string {
  const format = share === 1 ? whole : Math.abs(share) >= 0.1 ? oneDigit : twoDigits;
  return format.format(share * 100);
}

/** A share of 1 as `2.58 %`. */
export function percent(share: number): string {
  return `${percentFigure(share)}${NARROW}%`;
}

/** Relative change as `+5.0 %`, with a true minus sign; null if there is nothing to compare with. */
export function change(now: number, before: number | null): string | null {
  if (before === null || before === 0) return null;
  return signed(((now - before) / before) * 100, (n) => `${n >= 100 ? count(n) : n.toFixed(1)}${NARROW}%`);
}

/** A number with its sign; `±` for zero. */
export function signed(n: number, format: (n: number) => string = count): string {
  return `${n > 0 ? '+' : n < 0 ? '−' : '±'}${format(Math.abs(n))}`;
}

/** Value and unit of a duration in ms, separate because the unit is set smaller. */
export function durationParts(ms: number): { value: string; unit: string } {
  if (ms < 10_000) return { value: ms < 10 ? fine.format(ms) : count(ms), unit: 'ms' };
  if (ms < 2 * MINUTE) return { value: tenth.format(ms / 1000), unit: 's' };
  if (ms < 2 * HOUR) return { value: tenth.format(ms / MINUTE), unit: 'min' };
  if (ms < 2 * DAY) return { value: tenth.format(ms / HOUR), unit: 'h' };
  return { value: tenth.format(ms / DAY), unit: 'd' };
}

/** `412 ms`, `12.4 s`, `3.5 h` */
export function duration(ms: number): string {
  const { value, unit } = durationParts(ms);
  return `${value}${NARROW}${unit}`;
}

/** A factor: `2.4 ×`. */
export function times(n: number): string {
  return `${n < 10 ? n.toFixed(1) : short(Math.round(n))}${NARROW}×`;
}

/** `1.1 GB`, in powers of 1000. */
export function bytes(n: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = n;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${(value < 10 && unit > 0 ? tenth : whole).format(value)}${NARROW}${units[unit] ?? 'B'}`;
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

const formats = new Map<string, Intl.DateTimeFormat>();
function clockFormat(zone: Zone, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${Object.entries(options).join()}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(LOCALE, {
    ...options,
    hourCycle: 'h23',
    ...(zone === 'utc' ? { timeZone: 'UTC' } : {}),
  });
  formats.set(key, made);
  return made;
}

/** Epoch ms of a time given as a wire time or as epoch ms. */
export function ms(time: string | number): number {
  return typeof time === 'number' ? time : Date.parse(time);
}

/** `13:42` */
export function clock(time: string | number, zone: Zone): string {
  return clockFormat(zone, { hour: '2-digit', minute: '2-digit' }).format(ms(time));
}

/** `13:42:07`, with as many digits of its fraction. */
export function clockSeconds(time: string | number, zone: Zone, fractionalSecondDigits?: 3): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits } as const;
  return clockFormat(zone, options).format(ms(time));
}

/** `18 Nov` */
export function day(time: string | number, zone: Zone): string {
  return clockFormat(zone, { day: 'numeric', month: 'short' }).format(ms(time));
}

/** `18 Nov 2026` */
export function date(time: string | number, zone: Zone): string {
  return clockFormat(zone, { day: 'numeric', month: 'short', year: 'numeric' }).format(ms(time));
}

/** `18 Nov 13:42` */
export function dateTime(time: string | number, zone: Zone): string {
  return `${day(time, zone)} ${clock(time, zone)}`;
}

/** `18 Nov 2026, 13:42:06.318 UTC`: the full time, for tooltips and details. */
export function exact(time: string | number, zone: Zone): string {
  return `${date(time, zone)}, ${clockSeconds(time, zone, 3)} ${zoneName(zone)}`;
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

/** A number with its noun: `1 group`, `4 groups`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}
