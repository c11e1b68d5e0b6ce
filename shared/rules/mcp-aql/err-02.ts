import { failed, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

export const rule: Rule = {
  id: 'ERR-02',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'The error has a code',
  condition: '`error.code` is missing, empty or not a string.',
  reason:
    'Clients branch on the code: without it, they cannot decide whether to repair the request, ask the user, wait or give up.',
  source:
    'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 3; docs/error-codes.md 7.1; schemas/operation-result.schema.json',
  pointer: '/error/code',
  inSeeds: true,
  good: [{ exchange: failed(NOT_FOUND) }],
  bad: [
    { exchange: failed({ message: 'm' }), pointer: '/error/code' },
    { exchange: failed({ code: '', message: 'm' }), pointer: '/error/code' },
    { exchange: failed({ code: 404, message: 'm' }), pointer: '/error/code' },
  ],
  check: {
    malformed_error({ code }, scene) {
      if (typeof code === 'string' && code !== '') return;
      scene.breach('/error/code', mismatch('error.code', 'a non-empty string', code));
    },
  },
};
