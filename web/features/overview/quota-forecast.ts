import type { Quota } from '../../../shared/api/quotas.ts';
import { comingWords, isOver, quotaFigure } from '../../lib/quota.ts';
import { clockOrDay, type Zone } from '../../lib/times.ts';

/** Whether a quota has come to rest until its reset, whatever its trend was: paused or stopped, with no threshold ahead. */
export function isHalted({ state, hard_stop_at }: Quota): boolean {
  return state === 'hard_stop' || (state === 'pause' && hard_stop_at === null);
}

/** The forecast in words: when the trend reaches each threshold before the window ends, or whether it holds. */
export function forecastWords(quota: Quota, zone: Zone, now: number): string {
  const { warn_at, pause_at, hard_stop_at, resets_at, expected, per_hour } = quota;
  const at = (time: string) => clockOrDay(time, zone, now);
  if (resets_at !== null && isOver(quota, now))
    return `reset ${clockOrDay(resets_at, zone, now)}, no readings since`;
  const coming = [
    ...(warn_at === null ? [] : [comingWords('warn', warn_at, zone, now)]),
    ...(pause_at === null ? [] : [comingWords('pause', pause_at, zone, now)]),
    ...(hard_stop_at === null ? [] : [comingWords('stop', hard_stop_at, zone, now)]),
  ];
  if (coming.length > 0)
    return [...coming, ...(resets_at === null ? [] : [`resets ${at(resets_at)}`])].join(', ');
  if (isHalted(quota)) return resets_at === null ? 'reset unknown' : `resets ${at(resets_at)}`;
  if (expected !== null && resets_at !== null)
    return `${expected <= quota.quota ? 'on track: ' : ''}${quotaFigure(expected)} expected at reset, ${at(resets_at)}`;
  if (per_hour === null) return 'too few readings to forecast';
  const growth = quotaFigure(per_hour);
  return per_hour > 0 && growth !== '0' ? `growing by ${growth} an hour` : 'not growing';
}
