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
  scope: 'cross-response',
  title: 'A condition keeps its severity',
  condition:
    'A declared severity differs from the last one that the same server declared for the same condition and recommended severity.',
  reason: 'A client that filters by severity shows the condition one time and hides it the next.',
  source:
    "docs/features/warnings.md 3.2 'SHOULD NOT change a warning's severity between requests for the same condition' (in tension with 4.1-4.4, whose bands change as numbers move)",
  pointer: '/warnings/N/severity',
  inSeeds: true,
  good: [{ exchange: [quota('medium'), quota('medium')] }],
  bad: [{ exchange: [quota('medium'), quota('low')], pointer: '/warnings/0/severity' }],
  across: {
    warning({ index, code, severity, defaulted, condition, recommended }, scene) {
      if (defaulted) return;
      const { memory, observed } = scene;
      const key = scene.key(condition, recommended === null ? null : SEVERITY_WORDS[recommended]);
      const earlier = memory.recall(key);
      const declared = SEVERITY_WORDS[severity];
      memory.remember(key, { ref: observed.ref, value: declared, known: earlier?.known ?? [] });
      if (earlier === undefined || earlier.value === declared || earlier.ref === observed.ref) return;
      const message = `The severity of ${code === null ? 'the warning' : quoted(code)} is ${declared}, but was ${earlier.value} for the same condition before.`;
      scene.breach(`/warnings/${index}/severity`, message, earlier);
    },
  },
};
