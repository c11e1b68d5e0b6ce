import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

export const rule: Rule = {
  id: 'RES-03',
  level: 'must',
  dialects: ['result'],
  title: 'A failure has an error type',
  condition:
    '`success` is false and `error_type` is missing or not a string. Use "unknown" if nothing else fits.',
  reason: 'Agents and statistics branch on the type; without it, every failure looks alike.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/error_type',
  inSeeds: true,
  good: [{ exchange: resulted({ success: false, error: 'x', error_type: 'unknown' }) }],
  bad: [
    {
      exchange: resulted({ success: false, error: 'x', instruction: 'Show' }),
      pointer: '/error_type',
    },
  ],
  check: {
    failure({ error_type: type }, scene) {
      if (typeof type === 'string') return;
      scene.breach('/error_type', mismatch('error_type', 'a string', type));
    },
  },
};
