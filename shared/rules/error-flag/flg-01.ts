import { flagged } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'FLG-01',
  level: 'must',
  dialects: ['error-flag'],
  title: 'error is true',
  condition: '`error` is not exactly `true`.',
  reason: 'Clients test `error === true`; they take the string "true" or the number 1 for a normal answer.',
  source: 'otel-mcp-server docs/adr/006-error-handling-philosophy.md',
  pointer: '/error',
  inSeeds: true,
  good: [{ exchange: flagged({ error: true, type: 'X', message: 'm', params: {} }) }],
  bad: [{ exchange: flagged({ error: 'true', type: 'X', message: 'm', params: {} }), pointer: '/error' }],
  check: {
    envelope({ error }, scene) {
      if (error !== true) scene.breach('/error', `error must be true, not ${shown(error)}.`);
    },
  },
};
