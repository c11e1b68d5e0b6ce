import { failed, NOT_FOUND, warned } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'MSG-04',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'Messages are not blank',
  condition: 'The message of an error or warning is empty or only white space.',
  reason: 'A blank message passes the schema but tells people nothing.',
  source: "docs/adr/ADR-006-discriminated-responses.md (Decision) 'human-readable'",
  pointer: '/error/message, /warnings/N/message',
  inSeeds: true,
  good: [{ exchange: failed(NOT_FOUND) }],
  bad: [
    { exchange: failed({ code: 'NOT_FOUND_RESOURCE', message: '' }), pointer: '/error/message' },
    {
      exchange: warned({ code: 'PERFORMANCE_X', message: ' ', details: {} }),
      pointer: '/warnings/0/message',
    },
  ],
  check: {
    message(message, scene) {
      if (message.trim() === '') scene.breach('/error/message', 'error.message is blank.');
    },
    warning({ message }, scene) {
      if (typeof message === 'string' && message.trim() === '') {
        scene.breach('/message', "The warning's message is blank.");
      }
    },
  },
};
