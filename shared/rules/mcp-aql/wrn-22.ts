import type { WarningReading } from '../../verdict.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';

function faultOf(reading: WarningReading): string | undefined {
  if (reading.kind === 'slow') {
    const { duration_ms, threshold_ms } = reading;
    if (duration_ms > threshold_ms) return undefined;
    return `${duration_ms} ms is not over the threshold of ${threshold_ms} ms.`;
  }
  if (reading.kind !== 'quota') return undefined;
  const { current, warn, pause, hard_stop: stop } = reading;
  if (current < warn) return `${current} is below the warning threshold of ${warn}.`;
  if (stop !== null && current >= stop)
    return `${current} is at the hard stop of ${stop}: an error, no warning.`;
  if (pause !== null && current >= pause)
    return `${current} is at the pause threshold of ${pause}: an error, no warning.`;
  return undefined;
}

export const rule: Rule = {
  id: 'WRN-22',
  level: 'info',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'A warning has a cause',
  condition:
    'The numbers of a warning do not warrant it: `current` below `warn_threshold`, or at or over the pause or hard stop threshold (which is an error), or `duration_ms` not above `threshold_ms`.',
  reason:
    'A warning without a cause teaches users to ignore warnings; one past the pause threshold should have stopped the call.',
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
