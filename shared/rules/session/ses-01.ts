import { anotherThanLast } from '../../sessions/contradictions.ts';
import { SEVERITY_WORDS } from '../../severity.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

function quota(severity: string) {
  return warned({
    code: 'RATE_LIMIT_QUOTA_WARNING',
    message: 'Approaching quota limit',
    details: { metric: 'requests_per_hour', current: 4100, warn_threshold: 4000 },
    severity,
  });
}

export const rule: Rule = {
  id: 'SES-01',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'A condition keeps its severity',
  condition:
    'A declared severity differs from the last one that the same server declared for the same condition and recommended severity. A standard warning without the details that name its condition is not checked, nor is one without a code.',
  reason: 'A client that filters by severity shows the condition one time and hides it the next.',
  source:
    "docs/features/warnings.md 3.2 'SHOULD NOT change a warning's severity between requests for the same condition' (in tension with 4.1-4.4, whose bands change as numbers move)",
  pointer: '/warnings/N/severity',
  inSeeds: true,
  good: [{ exchange: [quota('medium'), quota('medium')] }],
  bad: [{ exchange: [quota('medium'), quota('low')], pointer: '/warnings/0/severity' }],
  across: {
    notes: {
      warning({ index, code, severity, defaulted, condition, recommended }, scene) {
        if (defaulted || code === null || condition === null) return;
        const band = recommended === null ? null : SEVERITY_WORDS[recommended];
        scene.note([condition, band], SEVERITY_WORDS[severity], `/warnings/${index}/severity`, quoted(code));
      },
    },
    contradicts: anotherThanLast,
    says: (severity, before, about) =>
      `The severity of ${about} is ${severity}, but was ${before} for the same condition before.`,
  },
};
