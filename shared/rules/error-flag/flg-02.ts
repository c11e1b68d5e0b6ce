import { flagged } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

export const rule: Rule = {
  id: 'FLG-02',
  level: 'must',
  dialects: ['error-flag'],
  title: 'The error has a type',
  condition: '`type` is missing, empty or not a string.',
  reason:
    'Models branch on the type: missing data, a wrong query and a broken server need different reactions.',
  source: 'otel-mcp-server docs/adr/006-error-handling-philosophy.md',
  pointer: '/type',
  inSeeds: true,
  good: [{ exchange: flagged({ error: true, type: 'X', message: 'm', params: {} }) }],
  bad: [{ exchange: flagged({ error: true, message: 'm', code: 'E', status: 500 }), pointer: '/type' }],
  check: {
    envelope({ type }, scene) {
      if (typeof type === 'string' && type !== '') return;
      scene.breach('/type', mismatch('type', 'a non-empty string', type));
    },
  },
};
