export const LOCALE = 'en-GB';
/** A narrow no-break space, before units. */
export const NARROW = '\u202f';

const format = (options: Intl.NumberFormatOptions): ((n: number) => string) =>
  new Intl.NumberFormat(LOCALE, options).format;

/** `48,216` */
export const count = format({ maximumFractionDigits: 0 });

/** A number as it was sent, with at most two decimals: `31.4`. */
export const decimal = format({ maximumFractionDigits: 2 });

/** A number with at most two significant digits: `0.41`, `9`. */
export const rough = format({ maximumSignificantDigits: 2 });

/** A number with at most one decimal. */
export const tenth = format({ maximumFractionDigits: 1 });

const oneDecimal = format({ minimumFractionDigits: 1, maximumFractionDigits: 1 });
const twoDecimals = format({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

const THOUSANDS = ['', 'k', 'M', 'G', 'T'] as const;

/** `1.2 k`, `2.4 M`: for axes and where space is short. */
export function short(n: number): string {
  const abs = Math.abs(n);
  // A value that would round to 1000 takes the next unit.
  const power = THOUSANDS.findLastIndex((_, at) => abs >= 999.95 * 1000 ** (at - 1));
  return power < 1 ? decimal(n) : `${tenth(n / 1000 ** power)}${NARROW}${THOUSANDS[power]}`;
}

/**
 * A share of 1 in per cent, without the sign (set smaller); one decimal from 10 %, none for 0 % and 100 %. Only none
 * rounds to zero, and only all to 100 %: `<0.01`, `>99.9`.
 */
export function percentFigure(share: number): string {
  const written = share === 0 || share === 1 ? count : Math.abs(share) >= 0.1 ? oneDecimal : twoDecimals;
  const figure = written(share * 100);
  if (figure === '0.00') return '<0.01';
  return share < 1 && figure === '100.0' ? '>99.9' : figure;
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
export function signed(n: number, format: (n: number) => string): string {
  return `${n > 0 ? '+' : n < 0 ? '−' : '±'}${format(Math.abs(n))}`;
}

/** A factor: `2.4 ×`, `1.01 ×` where one decimal would make it equal. */
export function times(n: number): string {
  return `${n < 10 ? n.toFixed(n < 1.1 ? 2 : 1) : short(Math.round(n))}${NARROW}×`;
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
  return `${(value < 10 ? tenth : count)(value)}${NARROW}${units[unit] ?? 'B'}`;
}

/** A number with its noun: `1 group`, `4 groups`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** `All 3 groups`, but `1 group`: a link to all of them. */
export function allOf(n: number, one: string): string {
  return n === 1 ? counted(n, one) : `All ${counted(n, one)}`;
}
