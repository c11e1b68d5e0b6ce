import { aql, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'ENV-01',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'success is present',
  condition: '`success` is missing.',
  reason:
    'Every other member depends on `success`; without it, a client or model has to guess from the shape whether the call worked.',
  source:
    'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 1; docs/operations.md 3.1; schemas/operation-result.schema.json',
  pointer: '/success',
  inSeeds: true,
  good: [{ exchange: aql({ success: true, data: {} }) }],
  bad: [
    { exchange: aql({ data: {}, warnings: [] }), pointer: '/success' },
    { exchange: aql({ error: NOT_FOUND }), pointer: '/success' },
  ],
  check: {
    unclear(envelope, scene) {
      if (envelope.success === undefined) scene.breach('/success', 'success is missing.');
    },
  },
};
