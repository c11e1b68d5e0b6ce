import { RESULT_ERROR_TYPES } from '../../codes.ts';
import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'RES-09',
  level: 'info',
  dialects: ['result'],
  title: 'error_type is a known value',
  condition: '`success` is false and `error_type` is not one of the 19 known values.',
  reason: 'Nothing says what kind of failure it is, so its category is unknown.',
  source: 'mcp-guide src/mcp_guide/result_constants.py',
  pointer: '/error_type',
  good: [{ exchange: resulted({ success: false, error: 'x', error_type: 'not_found' }) }],
  bad: [
    {
      exchange: resulted({ success: false, error: 'x', error_type: 'quota' }),
      pointer: '/error_type',
    },
  ],
  check: {
    failure({ error_type: type }, scene) {
      if (typeof type !== 'string' || RESULT_ERROR_TYPES.has(type)) return;
      scene.breach('/error_type', `error_type ${quoted(type)} is not a known value.`);
    },
  },
};
