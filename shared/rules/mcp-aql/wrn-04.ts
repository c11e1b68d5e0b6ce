import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

export const rule: Rule = {
  id: 'WRN-04',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A warning has a message',
  condition: "A warning's `message` is missing or not a string.",
  reason: 'Users see the message; clients that do not know the code have nothing else to show.',
  source: 'docs/features/warnings.md 6.1-3; schemas/operation-result.schema.json',
  pointer: '/warnings/N/message',
  inSeeds: true,
  good: [{ exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {} }) }],
  bad: [{ exchange: warned({ code: 'VALIDATION_X', details: {} }), pointer: '/warnings/0/message' }],
  check: {
    warning({ message }, scene) {
      if (typeof message === 'string') return;
      scene.breach('/message', mismatch("The warning's message", 'a string', message));
    },
  },
};
