import { SEVERITY_WORDS } from '../../severity.ts';
import { dateOf } from '../../time/dates.ts';
import type { Warning } from '../../verdict.ts';
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

/** In four digits; in eight near a whole number, as all bounds are whole and the message must not seem to deny one. */
function rounded(value: number): number {
  const short = Number(value.toPrecision(4));
  return Number.isInteger(short) ? Number(value.toPrecision(8)) : short;
}

/** What the recommendation follows from. A deprecation that lacks other details has no reading. */
function reasonOf({ reading, details }: Warning): string {
  const percent = (share: number) => `${rounded(share * 100)} %`;
  switch (reading?.kind) {
    case 'quota':
      return `current (${reading.current}) is ${percent(reading.ratio)} of the quota (${reading.quota})`;
    case 'truncation':
      return `${percent(reading.lost)} of ${reading.original_count} is lost`;
    case 'slow':
      return `duration_ms (${reading.duration_ms}) is ${rounded(reading.times)} times threshold_ms (${reading.threshold_ms})`;
    default: {
      const date = details?.removal_date;
      return dateOf(date) === undefined ? 'it has no valid removal_date' : `removal_date is ${date}`;
    }
  }
}

export const rule: Rule = {
  id: 'WRN-21',
  level: 'should',
  dialects: ['mcp-aql'],
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
    standard_warning(warning, scene) {
      const { defaulted, severity, recommended } = warning;
      if (defaulted || recommended === null || recommended === severity) return;
      const [declared, advised] = [SEVERITY_WORDS[severity], SEVERITY_WORDS[recommended]];
      scene.breach(
        '/severity',
        `severity is ${declared}, but should be ${advised}, since ${reasonOf(warning)}.`,
      );
    },
  },
};
