import type { WarningReading } from '../../verdict.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';

function isAbove(lower: number | null, upper: number | null): boolean {
  return lower !== null && upper !== null && lower > upper;
}

function faultOf(reading: WarningReading): string | undefined {
  if (reading.kind === 'quota') {
    const { warn, pause, hard_stop: stop } = reading;
    if (isAbove(warn, pause)) return `warn_threshold (${warn}) is above pause_threshold (${pause}).`;
    if (isAbove(pause, stop)) return `pause_threshold (${pause}) is above hard_stop_threshold (${stop}).`;
    return isAbove(warn, stop)
      ? `warn_threshold (${warn}) is above hard_stop_threshold (${stop}).`
      : undefined;
  }
  if (reading.kind !== 'truncation') return undefined;
  const { original_count: original, truncated_count: truncated, limit } = reading;
  if (truncated > original) return `truncated_count (${truncated}) is above original_count (${original}).`;
  return truncated > limit ? `truncated_count (${truncated}) is above limit (${limit}).` : undefined;
}

function quota({ pause, stop }: { pause: number; stop: number }) {
  return warned({
    code: 'RATE_LIMIT_QUOTA_WARNING',
    message: 'Approaching quota limit',
    details: {
      metric: 'requests_per_hour',
      current: 4100,
      warn_threshold: 4000,
      pause_threshold: pause,
      hard_stop_threshold: stop,
    },
    severity: 'medium',
  });
}

export const rule: Rule = {
  id: 'WRN-23',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'The numbers in a warning agree',
  condition:
    'Quota thresholds descend (warn above pause, pause above hard stop, or warn above hard stop), or `truncated_count` is above `original_count` or `limit`.',
  reason: 'Forecasts and shares computed from contradictory numbers are wrong.',
  source: 'docs/features/warnings.md 4.1, 4.3',
  pointer: '/warnings/N/details',
  inSeeds: true,
  good: [{ note: 'Equal thresholds are fine.', exchange: quota({ pause: 5000, stop: 5000 }) }],
  bad: [
    { exchange: quota({ pause: 5000, stop: 4900 }), pointer: '/warnings/0/details' },
    {
      exchange: warned({
        code: 'VALIDATION_TRUNCATED_WARNING',
        message: 'Response truncated to 100 items',
        details: { field: 'results', original_count: 1523, truncated_count: 120, limit: 100 },
      }),
      pointer: '/warnings/0/details',
    },
  ],
  check: {
    standard_warning({ reading }, scene) {
      const fault = reading === null ? undefined : faultOf(reading);
      if (fault !== undefined) scene.breach('/details', fault);
    },
  },
};
