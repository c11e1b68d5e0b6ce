import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'RES-01',
  level: 'must',
  dialects: ['result'],
  title: 'success is a boolean',
  condition: '`success` is not a boolean.',
  reason: 'An agent that tests `success` takes the string "false" for a success.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/success',
  inSeeds: true,
  good: [{ exchange: resulted({ success: true, value: 1 }) }],
  bad: [
    {
      exchange: resulted({ success: 'false', error: 'x', error_type: 'unknown' }),
      pointer: '/success',
    },
  ],
  check: {
    unclear({ success }, scene) {
      scene.breach('/success', `success must be true or false, not ${shown(success)}.`);
    },
  },
};
