import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'RES-04',
  level: 'must',
  dialects: ['result'],
  title: 'A failure has no value',
  condition: '`success` is false and `value` is present.',
  reason: 'A value in a failure invites the agent to use the result of a call that failed.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/value',
  inSeeds: true,
  good: [{ exchange: resulted({ success: false, error: 'x', error_type: 'unknown' }) }],
  bad: [
    {
      exchange: resulted({ success: false, error: 'x', error_type: 'unknown', value: 1 }),
      pointer: '/value',
    },
  ],
  check: {
    failure({ value }, scene) {
      if (value !== undefined) scene.breach('/value', 'value is not allowed in a failure.');
    },
  },
};
