import type { Quota } from '../../../shared/api/quotas.ts';
import { isHalted } from './quota-forecast.ts';

const COLORS: Readonly<Record<Quota['state'], string>> = {
  ok: 'var(--text-2)',
  warn: 'var(--warn)',
  pause: 'var(--bad)',
  hard_stop: 'var(--bad)',
};

/**
 * A bar to the current value, dashes to the forecast at the reset, ticks at warn and pause, a red edge at the
 * hard stop; grey if its window is over. The figures are next to it.
 */
export function QuotaGauge({ quota, over }: { quota: Quota; over: boolean }) {
  const top = Math.max(quota.quota, quota.hard_stop ?? 0) || 1;
  const at = (value: number) => `${Math.max(0, Math.min(100, (value / top) * 100))}%`;
  return (
    <div
      className="gauge"
      aria-hidden="true"
      style={{ color: over ? 'var(--chart-base)' : COLORS[quota.state] }}
    >
      {!over && !isHalted(quota) && quota.expected !== null && quota.expected > quota.current && (
        <i className="forecast" style={{ width: at(quota.expected) }} />
      )}
      <i className="now" style={{ width: at(quota.current) }} />
      {quota.warn !== null && <i className="tick" style={{ left: at(quota.warn) }} />}
      {quota.pause !== null && <i className="tick" style={{ left: at(quota.pause) }} />}
      {quota.hard_stop !== null && <i className="tick stop" style={{ left: at(quota.hard_stop) }} />}
    </div>
  );
}
