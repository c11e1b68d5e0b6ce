import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'ENV-07',
  level: 'info',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'The other side is left out, not null',
  condition: '`error` is null on a success, or `data` is null on a failure.',
  reason:
    'The schema allows each side its own members only, so a strict validator rejects a null that a tolerant client does not even see.',
  source: 'schemas/operation-result.schema.json additionalProperties:false (a null member is still a member)',
  pointer: '/error or /data',
  inSeeds: false,
  good: [{ exchange: aql({ success: true, data: null }) }],
  bad: [
    { exchange: aql({ success: true, data: {}, error: null }), pointer: '/error' },
    {
      exchange: aql({
        success: false,
        data: null,
        error: { code: 'NOT_FOUND_RESOURCE', message: "Item 'x' not found" },
      }),
      pointer: '/data',
    },
  ],
  check: {
    counterpart(value, scene) {
      if (value !== null) return;
      if (scene.envelope.success === true) {
        scene.breach('/error', 'error is null on a success and should be left out.');
      } else {
        scene.breach('/data', 'data is null on a failure and should be left out.');
      }
    },
  },
};
