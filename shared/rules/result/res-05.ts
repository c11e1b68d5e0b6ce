import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';

const OF_FAILURE = ['error', 'error_type', 'exception_type', 'exception_message', 'error_data'] as const;

export const rule: Rule = {
  id: 'RES-05',
  level: 'must',
  dialects: ['result'],
  title: 'A success has no error members',
  condition:
    '`success` is true, and `error`, `error_type`, `exception_type`, `exception_message` or `error_data` is present.',
  reason: 'The Result contradicts itself: readers of different members reach opposite conclusions.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/<member>',
  inSeeds: true,
  good: [{ exchange: resulted({ success: true, message: 'Saved', instruction: 'Display' }) }],
  bad: [
    { exchange: resulted({ success: true, value: 1, error_type: 'x' }), pointer: '/error_type' },
    { exchange: resulted({ success: true, value: 1, error: 'x' }), pointer: '/error' },
  ],
  check: {
    success(envelope, scene) {
      for (const name of OF_FAILURE) {
        if (envelope[name] !== undefined) scene.breach(`/${name}`, `${name} is not allowed in a success.`);
      }
    },
  },
};
