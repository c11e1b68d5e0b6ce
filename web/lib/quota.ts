import type { Quota } from '../../shared/api/quotas.ts';
import { clockOrDay, count, figure, ms, percent, short, type Zone } from './format.ts';

/** True where the metric's window has ended since the newest reading: the reading says nothing of now. */
export function isOver({ resets_at }: Quota, now: number): boolean {
  return resets_at !== null && ms(resets_at) <= now;
}

/** Quotas whose reading still counts, then the others; each as the answer has them, fullest first. */
export function byRelevance(quotas: readonly Quota[], now: number): Quota[] {
  return quotas.toSorted((a, b) => Number(isOver(a, now)) - Number(isOver(b, now)));
}

/** A quota's value, its fraction only where it is small enough to matter, short from ten million. */
export function quotaFigure(value: number): string {
  return value < 100 ? figure(value) : value < 1e7 ? count(value) : short(value);
}

/** Above this a share says that the server's figures are wrong, and no more. */
const HIGHEST_SHARE = 9.99;

/** How full a quota is, in whole per cent; a warning may claim any figure. */
export function fullness(share: number): string {
  return share > HIGHEST_SHARE
    ? `over ${fullness(HIGHEST_SHARE)}`
    : percent(Math.max(0, share)).replace(/\.\d+/, '');
}

/** When the trend reaches a threshold; its time may pass before the next reading. */
export function forecastTime(at: string, zone: Zone, now: number): string {
  return ms(at) <= now ? 'any moment' : clockOrDay(at, zone, now);
}

/** What the trend says: when it reaches each threshold before the window ends, or that it holds. */
export function forecastWords(quota: Quota, zone: Zone, now: number): string {
  const { warn_at, pause_at, hard_stop_at, resets_at, expected, per_hour } = quota;
  const at = (time: string) => forecastTime(time, zone, now);
  if (resets_at !== null && isOver(quota, now))
    return `reset ${clockOrDay(resets_at, zone, now)}, no reading since`;
  const coming = [
    ...(warn_at === null ? [] : [`warns ${at(warn_at)}`]),
    ...(pause_at === null ? [] : [`pauses ${at(pause_at)}`]),
    ...(hard_stop_at === null ? [] : [`stops ${at(hard_stop_at)}`]),
  ];
  if (coming.length > 0)
    return [...coming, ...(resets_at === null ? [] : [`resets ${at(resets_at)}`])].join(', ');
  if (expected !== null && resets_at !== null)
    return `holds: ${quotaFigure(expected)} expected at reset, ${at(resets_at)}`;
  return per_hour === null ? 'too few readings for a forecast' : 'not growing';
}
