import type { Quota } from '../../shared/api/quotas.ts';
import { clockOrDay, count, figure, ms, percent, short, type Zone } from './format.ts';

/** True if the metric's window has ended since the newest reading, which then says nothing about now. */
export function isOver({ resets_at }: Quota, now: number): boolean {
  return resets_at !== null && ms(resets_at) <= now;
}

const STATES: readonly Quota['state'][] = ['hard_stop', 'pause', 'warn', 'ok'];

/** The quota that needs attention first: by its state, then by what its trend reaches next, then the fullest. */
export function worstQuota(quotas: readonly Quota[], now: number): Quota | undefined {
  const next = ({ pause_at, hard_stop_at }: Quota) => ms(pause_at ?? hard_stop_at ?? '9999');
  return quotas
    .filter((quota) => !isOver(quota, now))
    .toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || next(a) - next(b))[0];
}

/** Quotas whose reading is still valid, then the others; each in the order of the answer, fullest first. */
export function byRelevance(quotas: readonly Quota[], now: number): Quota[] {
  return quotas.toSorted((a, b) => Number(isOver(a, now)) - Number(isOver(b, now)));
}

/** A quota's value: with its fraction only below 100, abbreviated from ten million. */
export function quotaFigure(value: number): string {
  return value < 100 ? figure(value) : value < 1e7 ? count(value) : short(value);
}

/** A share above this says only that the server's figures are wrong. */
const HIGHEST_SHARE = 9.99;

/** How full a quota is, as a whole percentage, clamped since a warning may claim any figure. */
export function fullness(share: number): string {
  return share > HIGHEST_SHARE
    ? `over ${fullness(HIGHEST_SHARE)}`
    : percent(Math.max(0, share)).replace(/\.\d+/, '');
}

/** When the trend reaches a threshold. The forecast may lie in the past by the next reading. */
export function forecastTime(at: string, zone: Zone, now: number): string {
  return ms(at) <= now ? 'any moment' : clockOrDay(at, zone, now);
}

/** The forecast in words: when the trend reaches each threshold before the window ends, or that it holds. */
export function forecastWords(quota: Quota, zone: Zone, now: number): string {
  const { warn_at, pause_at, hard_stop_at, resets_at, expected, per_hour } = quota;
  const at = (time: string) => forecastTime(time, zone, now);
  if (resets_at !== null && isOver(quota, now))
    return `reset ${clockOrDay(resets_at, zone, now)}, no readings since`;
  const coming = [
    ...(warn_at === null ? [] : [`warns ${at(warn_at)}`]),
    ...(pause_at === null ? [] : [`pauses ${at(pause_at)}`]),
    ...(hard_stop_at === null ? [] : [`stops ${at(hard_stop_at)}`]),
  ];
  if (coming.length > 0)
    return [...coming, ...(resets_at === null ? [] : [`resets ${at(resets_at)}`])].join(', ');
  if (expected !== null && resets_at !== null)
    return `on track: ${quotaFigure(expected)} expected at reset, ${at(resets_at)}`;
  return per_hour === null ? 'too few readings to forecast' : 'not growing';
}
