import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'RES-06',
  level: 'info',
  dialects: ['result'],
  title: 'value is omitted, not null',
  condition: '`value` is null.',
  reason: 'The dialect omits empty members; a null comes from a serialiser that its clients do not expect.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/value',
  inSeeds: true,
  good: [{ exchange: resulted({ success: true, message: 'Saved', instruction: 'Display' }) }],
  bad: [{ exchange: resulted({ success: true, value: null }), pointer: '/value' }],
  check: {
    envelope({ value }, scene) {
      if (value === null) scene.breach('/value', 'value is null; omit it.');
    },
  },
};
