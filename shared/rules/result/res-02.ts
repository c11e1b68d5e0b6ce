import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

export const rule: Rule = {
  id: 'RES-02',
  level: 'must',
  dialects: ['result'],
  title: 'A failure has an error text',
  condition: '`success` is false and `error` is missing or not a string.',
  reason: 'The text is all that the agent and the user learn about the failure.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/error',
  inSeeds: true,
  good: [{ exchange: resulted({ success: false, error: 'x', error_type: 'unknown' }) }],
  bad: [
    { exchange: resulted({ success: false, error: null, error_type: 'unknown' }), pointer: '/error' },
    { exchange: resulted({ success: false, error_type: 'unknown' }), pointer: '/error' },
  ],
  check: {
    failure({ error }, scene) {
      if (typeof error === 'string') return;
      scene.breach('/error', mismatch('error', 'a string', error));
    },
  },
};
