import { flagged } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'FLG-03',
  level: 'must',
  dialects: ['error-flag'],
  scope: 'response',
  title: 'The error has a message',
  condition: '`message` is absent or no string.',
  reason: 'The message is what the model tells the user and what it repairs the query from.',
  source: 'otel-mcp-server docs/adr/006-error-handling-philosophy.md',
  pointer: '/message',
  inSeeds: true,
  good: [{ exchange: flagged({ error: true, type: 'X', message: 'm', params: {} }) }],
  bad: [{ exchange: flagged({ error: true, type: 'X', params: {} }), pointer: '/message' }],
  check: {
    envelope({ message }, scene) {
      if (typeof message === 'string') return;
      scene.breach('/message', `message must be a string; it is ${shown(message)}.`);
    },
  },
};
