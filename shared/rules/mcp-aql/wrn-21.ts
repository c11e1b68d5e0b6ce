import { SEVERITY_WORDS } from '../../severity.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';

const QUOTA = {
  code: 'RATE_LIMIT_QUOTA_WARNING',
  message: 'Approaching quota limit',
  details: { metric: 'requests_per_hour', current: 4501, warn_threshold: 4000 },
};

const SLOW = {
  code: 'PERFORMANCE_SLOW_QUERY_WARNING',
  message: 'Operation took 2000ms (threshold: 1000ms)',
  details: { operation: 'o', duration_ms: 2000, threshold_ms: 1000 },
};

export const rule: Rule = {
  id: 'WRN-21',
  level: 'should',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'Severity is the recommended one',
  condition:
    'A declared severity differs from the recommendation. Quota: high above 90 % of the quota (the hard stop, else the warning threshold taken as 80 %), else medium. Deprecation: low without a removal date, high 30 days or less before it or past it, else medium. Truncation: medium above 50 % lost, else low. Slow query: low below twice the threshold, medium to ten times, high above.',
  reason:
    'A client that shows only what is urgent relies on one scale; too high tires its user, too low hides what is about to break.',
  source: 'docs/features/warnings.md 4.1-4.4 severity recommendations',
  pointer: '/warnings/N/severity',
  inSeeds: true,
  good: [
    { exchange: warned({ ...QUOTA, severity: 'high' }) },
    { note: 'Severity may be left out.', exchange: warned(QUOTA) },
    { exchange: warned({ ...SLOW, severity: 'medium' }) },
  ],
  bad: [
    { exchange: warned({ ...QUOTA, severity: 'medium' }), pointer: '/warnings/0/severity' },
    { exchange: warned({ ...SLOW, severity: 'low' }), pointer: '/warnings/0/severity' },
    {
      exchange: warned({
        code: 'DEPRECATION_WARNING',
        message: "Operation 'a' is deprecated",
        details: { type: 'operation', deprecated_item: 'a', removal_date: '2026-12-21' },
        severity: 'medium',
      }),
      pointer: '/warnings/0/severity',
    },
  ],
  check: {
    standard_warning({ defaulted, severity, recommended }, scene) {
      if (defaulted || recommended === null || recommended === severity) return;
      const [declared, advised] = [SEVERITY_WORDS[severity], SEVERITY_WORDS[recommended]];
      scene.breach('/severity', `severity is ${declared}; its details recommend ${advised}.`);
    },
  },
};
