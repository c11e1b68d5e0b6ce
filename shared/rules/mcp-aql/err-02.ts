import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'ERR-02',
  level: 'must',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'The error has a code',
  condition: '`error.code` is absent, no string, or empty.',
  reason:
    'Clients branch on the code: without one they cannot choose between repairing, asking, waiting and giving up.',
  source:
    'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 3; docs/error-codes.md 7.1; schemas/operation-result.schema.json',
  pointer: '/error/code',
  inSeeds: true,
  good: [{ exchange: failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'x' not found" }) }],
  bad: [
    { exchange: failed({ message: 'm' }), pointer: '/error/code' },
    { exchange: failed({ code: '', message: 'm' }), pointer: '/error/code' },
    { exchange: failed({ code: 404, message: 'm' }), pointer: '/error/code' },
  ],
  check: {
    malformed_error({ code }, scene) {
      if (typeof code === 'string' && code !== '') return;
      scene.breach('/error/code', `error.code must be a string with something in it; it is ${shown(code)}.`);
    },
  },
};
