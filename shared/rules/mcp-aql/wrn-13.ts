import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'WRN-13',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'A warning has details',
  condition: 'A warning has no `details`.',
  reason: 'The details say what the warning is about; without them, a client can only display it.',
  source: 'docs/features/warnings.md 6.2-1 SHOULD include details',
  pointer: '/warnings/N',
  inSeeds: true,
  good: [{ exchange: warned({ code: 'VALIDATION_X', message: 'm', details: {} }) }],
  bad: [{ exchange: warned({ code: 'VALIDATION_X', message: 'm' }), pointer: '/warnings/0' }],
  check: {
    warning({ details }, scene) {
      if (details === undefined) scene.breach('', 'The warning has no details.');
    },
  },
};
