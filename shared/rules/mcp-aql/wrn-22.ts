import type { WarningReading } from '../../verdict.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';

function faultOf(reading: WarningReading): string | undefined {
  if (reading.kind === 'slow') {
    const { duration_ms, threshold_ms } = reading;
    if (duration_ms > threshold_ms) return undefined;
    return `duration_ms (${duration_ms}) is not above threshold_ms (${threshold_ms}).`;
  }
  if (reading.kind !== 'quota') return undefined;
  const { current, warn, pause, hard_stop: stop } = reading;
  if (current < warn) return `current (${current}) is below warn_threshold (${warn}).`;
  if (stop !== null && current >= stop)
    return `current (${current}) has reached hard_stop_threshold (${stop}), which calls for an error.`;
  if (pause !== null && current >= pause)
    return `current (${current}) has reached pause_threshold (${pause}), which calls for an error.`;
  return undefined;
}

export const rule: Rule = {
  id: 'WRN-22',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'The details justify the warning',
  condition:
    'The numbers in the details do not justify the warning: `current` is below `warn_threshold`, or at or above the pause or hard stop threshold (which calls for an error), or `duration_ms` is not above `threshold_ms`.',
  reason:
    'A warning without cause teaches users to ignore warnings; one past the pause threshold should have stopped the call.',
  source: 'docs/features/warnings.md 4.1, 4.4; docs/adapter/rate-limiting.md 3.2',
  pointer: '/warnings/N/details',
  inSeeds: true,
  good: [
    {
      exchange: warned({
        code: 'RATE_LIMIT_QUOTA_WARNING',
        message: 'Approaching quota limit',
        details: { metric: 'requests_per_hour', current: 4000, warn_threshold: 4000 },
        severity: 'medium',
      }),
    },
  ],
  bad: [
    {
      exchange: warned({
        code: 'RATE_LIMIT_QUOTA_WARNING',
        message: 'Approaching quota limit',
        details: {
          metric: 'requests_per_hour',
          current: 4850,
          warn_threshold: 4000,
          pause_threshold: 4800,
        },
        severity: 'high',
      }),
      pointer: '/warnings/0/details',
    },
    {
      exchange: warned({
        code: 'PERFORMANCE_SLOW_QUERY_WARNING',
        message: 'Operation took 1000ms (threshold: 1000ms)',
        details: { operation: 'o', duration_ms: 1000, threshold_ms: 1000 },
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
