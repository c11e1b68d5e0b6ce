import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'ENV-05',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A success has no error',
  condition: '`success` is true and `error` is present and not null.',
  reason:
    'The envelope contradicts itself: clients that test `success` and clients that test `error` reach opposite conclusions.',
  source:
    "docs/operations.md 3.1 'MUST NOT be present'; schemas/operation-result.schema.json additionalProperties:false; by structure in ADR-006",
  pointer: '/error',
  good: [
    { exchange: aql({ success: true, data: {} }) },
    { note: 'ENV-07 reports a null `error`.', exchange: aql({ success: true, data: {}, error: null }) },
  ],
  bad: [
    {
      exchange: aql({
        success: true,
        data: {},
        error: { code: 'INTERNAL_ERROR', message: 'Internal error: x' },
      }),
      pointer: '/error',
    },
  ],
  check: {
    counterpart(value, scene) {
      if (scene.envelope.success !== true || value === null) return;
      scene.breach('/error', 'error is not allowed in a success.');
    },
  },
};
