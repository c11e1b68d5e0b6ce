import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'ENV-03',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A success has data',
  condition:
    '`success` is true and `data` is missing. Any value counts, including null, false, "" and []. Batches need `data` too.',
  reason: 'A client that reads `data` cannot tell an empty answer from a lost one.',
  source:
    'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 2; docs/operations.md 3.2; schemas/operation-result.schema.json required (schemas/batch-operation.schema.json does not require it)',
  pointer: '/data',
  inSeeds: true,
  good: [
    { exchange: aql({ success: true, data: null }) },
    { exchange: aql({ success: true, data: false }) },
    { exchange: aql({ success: true, data: '' }) },
    { exchange: aql({ success: true, data: [] }) },
  ],
  bad: [
    { exchange: aql({ success: true }), pointer: '/data' },
    { exchange: aql({ success: true, warnings: [] }), pointer: '/data' },
  ],
  check: {
    success({ data }, scene) {
      if (data === undefined) scene.breach('/data', 'data is missing from a success.');
    },
  },
};
