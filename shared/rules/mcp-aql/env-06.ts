import { aql, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'ENV-06',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A failure has no data',
  condition: '`success` is false and `data` is present and not null.',
  reason: 'Data in a failure invites a client or model to use the result of a call that failed.',
  source: "docs/operations.md 3.1 'MUST NOT be present'; schemas/operation-result.schema.json",
  pointer: '/data',
  good: [{ exchange: aql({ success: false, error: NOT_FOUND }) }],
  bad: [{ exchange: aql({ success: false, error: NOT_FOUND, data: { partial: 1 } }), pointer: '/data' }],
  check: {
    counterpart(value, scene) {
      if (scene.envelope.success !== false || value === null) return;
      scene.breach('/data', 'data is not allowed in a failure.');
    },
  },
};
