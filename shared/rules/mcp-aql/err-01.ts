import { failed, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'ERR-01',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'The error is an object',
  condition: '`error` is present and neither an object nor null, for example a string, an array or true.',
  reason:
    'A string has no code, so a client has to parse prose to tell a request that it can repair from a fault in the server.',
  source:
    "docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 3; docs/error-codes.md 1.4 'MUST use structured error objects'; docs/operations.md 8.2",
  pointer: '/error',
  inSeeds: true,
  good: [{ exchange: failed(NOT_FOUND) }],
  bad: [
    { exchange: failed('Item not found'), pointer: '/error' },
    { exchange: failed([{ code: 'X' }]), pointer: '/error' },
    { exchange: failed(true), pointer: '/error' },
  ],
  check: {
    loose_error(error, scene) {
      scene.breach('/error', `error must be an object, not ${shown(error)}.`);
    },
  },
};
