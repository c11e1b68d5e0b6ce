import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;

export const rule: Rule = {
  id: 'RES-10',
  level: 'info',
  dialects: ['result'],
  title: 'error_type is in snake_case',
  condition: '`success` is false and `error_type` is a string that is not in snake_case.',
  reason: 'Types are compared character by character; one in another style matches none.',
  source: 'mcp-guide src/mcp_guide/result_constants.py',
  pointer: '/error_type',
  good: [{ exchange: resulted({ success: false, error: 'x', error_type: 'not_found' }) }],
  bad: [
    {
      exchange: resulted({ success: false, error: 'x', error_type: 'NotFound' }),
      pointer: '/error_type',
    },
  ],
  check: {
    failure({ error_type: type }, scene) {
      if (typeof type !== 'string' || SNAKE_CASE.test(type)) return;
      scene.breach('/error_type', `error_type ${quoted(type)} must be in snake_case.`);
    },
  },
};
