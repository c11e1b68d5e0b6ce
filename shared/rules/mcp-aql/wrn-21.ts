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
  title: 'Severity is as recommended',
  condition:
    'A declared severity differs from the recommended one. Quota: high above 90 % of the quota (the hard stop, else the warning threshold taken as 80 %), otherwise medium. Deprecation: low without a removal date, high from 30 days before it, otherwise medium. Truncation: medium when more than half is lost, otherwise low. Slow query: low below twice the threshold, medium up to ten times, high above.',
  reason:
    'Clients that show only what is urgent rely on one scale: too high annoys users, too low hides what is about to break.',
  source: 'docs/features/warnings.md 4.1-4.4 severity recommendations',
  pointer: '/warnings/N/severity',
  inSeeds: true,
  good: [
    { exchange: warned({ ...QUOTA, severity: 'high' }) },
    { note: 'Severity may be omitted.', exchange: warned(QUOTA) },
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
      scene.breach('/severity', `severity is ${declared}, but should be ${advised} for these details.`);
    },
  },
};
