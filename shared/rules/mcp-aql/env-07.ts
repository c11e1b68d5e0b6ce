import { aql, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'ENV-07',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'Unused members are omitted, not null',
  condition: '`error` is null in a success, or `data` is null in a failure.',
  reason:
    'The schema does not allow the member even when it is null, so a strict validator rejects an envelope that other clients accept.',
  source: 'schemas/operation-result.schema.json additionalProperties:false (a null member is still a member)',
  pointer: '/error or /data',
  good: [{ exchange: aql({ success: true, data: null }) }],
  bad: [
    { exchange: aql({ success: true, data: {}, error: null }), pointer: '/error' },
    { exchange: aql({ success: false, data: null, error: NOT_FOUND }), pointer: '/data' },
  ],
  check: {
    counterpart(value, scene) {
      if (value !== null) return;
      if (scene.envelope.success === true) {
        scene.breach('/error', 'error is null in a success; omit it.');
      } else {
        scene.breach('/data', 'data is null in a failure; omit it.');
      }
    },
  },
};
