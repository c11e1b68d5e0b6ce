import { aql, resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'SES-04',
  level: 'info',
  dialects: ['mcp-aql', 'result', 'error-flag'],
  scope: 'cross-response',
  title: 'A server speaks one dialect',
  condition:
    'One server sends envelopes of more than one dialect; prose, generic flags and protocol errors apart.',
  reason: 'A client written for one of them misreads the other.',
  source: 'product heuristic',
  pointer: '',
  inSeeds: false,
  good: [{ exchange: [aql({ success: true, data: {} }), aql({ success: true, data: [] })] }],
  bad: [
    {
      exchange: [
        aql({ success: true, data: {} }),
        resulted({ success: true, value: 1, instruction: 'Display' }),
      ],
      pointer: '',
    },
  ],
  check: {},
};
