import { failed, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

export const rule: Rule = {
  id: 'ERR-03',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'The error has a message',
  condition: '`error.message` is missing or not a string.',
  reason: 'People see the message in logs and dialogs, and models use it to explain the failure.',
  source:
    'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 3; docs/error-codes.md 7.1; schemas/operation-result.schema.json',
  pointer: '/error/message',
  inSeeds: true,
  good: [{ exchange: failed(NOT_FOUND) }],
  bad: [
    { exchange: failed({ code: 'INTERNAL_ERROR' }), pointer: '/error/message' },
    { exchange: failed({ code: 'NOT_FOUND_RESOURCE', message: { en: 'x' } }), pointer: '/error/message' },
  ],
  check: {
    malformed_error({ message }, scene) {
      if (typeof message === 'string') return;
      scene.breach('/error/message', mismatch('error.message', 'a string', message));
    },
  },
};
