import { flagged } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

export const rule: Rule = {
  id: 'FLG-03',
  level: 'must',
  dialects: ['error-flag'],
  title: 'The error has a message',
  condition: '`message` is missing or not a string.',
  reason: 'The model passes the message to the user and repairs the query from it.',
  source: 'otel-mcp-server docs/adr/006-error-handling-philosophy.md',
  pointer: '/message',
  inSeeds: true,
  good: [{ exchange: flagged({ error: true, type: 'X', message: 'm', params: {} }) }],
  bad: [{ exchange: flagged({ error: true, type: 'X', params: {} }), pointer: '/message' }],
  check: {
    envelope({ message }, scene) {
      if (typeof message === 'string') return;
      scene.breach('/message', mismatch('message', 'a string', message));
    },
  },
};
