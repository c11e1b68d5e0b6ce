import type { Quota } from '../../shared/api/quotas.ts';
import { MINUTE } from '../../shared/time/units.ts';
import { count, decimal, percent, short } from './numbers.ts';
import { clockOrDay, ms, type Zone } from './times.ts';

/** True if the metric's window has ended since the newest reading, which then says nothing about now. */
export function isOver({ resets_at }: Quota, now: number): boolean {
  return resets_at !== null && ms(resets_at) <= now;
}

const STATES: readonly Quota['state'][] = ['hard_stop', 'pause', 'warn', 'ok'];

/**
 * The quotas that need attention first: those whose reading still applies, by their state, then by what their trend
 * reaches next, then the fullest, as they were answered; last those reset since.
 */
export function worstFirst(quotas: readonly Quota[], now: number): Quota[] {
  const over = (quota: Quota) => Number(isOver(quota, now));
  const next = ({ pause_at, hard_stop_at }: Quota) => ms(pause_at ?? hard_stop_at ?? '9999');
  return quotas.toSorted(
    (a, b) => over(a) - over(b) || STATES.indexOf(a.state) - STATES.indexOf(b.state) || next(a) - next(b),
  );
}

/** A quota's value: with its fraction only below 100, abbreviated from ten million. */
export function quotaFigure(value: number): string {
  return value < 100 ? decimal(value) : value < 1e7 ? count(value) : short(value);
}

/** A share above this says only that the server's figures are wrong. */
const HIGHEST_SHARE = 9.99;

/** Error of a product, which must not make 57 % of 0.57 the percentage below. */
const ROUNDING = 1e-9;

/** How full a quota is, as a whole percentage that is reached, clamped since a warning may claim any figure. */
export function fullness(share: number): string {
  return share > HIGHEST_SHARE
    ? `over ${fullness(HIGHEST_SHARE)}`
    : percent(Math.floor(Math.max(0, share) * 100 + ROUNDING) / 100).replace(/\.\d+/, '');
}

/** The readings' own unsteadiness: a forecast that has passed by less may still come true. */
const ANY_MOMENT = 2 * MINUTE;

/** What the trend reaches when: `pauses 18:20`; without a reading since that time, `pause expected 18:20`. */
export function comingWords(what: 'warn' | 'pause' | 'stop', at: string, zone: Zone, now: number): string {
  const late = now - ms(at);
  if (late >= 0 && late < ANY_MOMENT) return `${what}s any moment`;
  return `${what}${late < 0 ? 's' : ' expected'} ${clockOrDay(at, zone, now)}`;
}
