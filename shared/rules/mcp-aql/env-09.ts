import { aql, NOT_FOUND } from '../examples.ts';
import { isAtRoot } from '../root.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'ENV-09',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'A failure has no _meta',
  condition: '`success` is false and `_meta` is present.',
  reason:
    'The schema allows `_meta` in a success only, so a strict validator rejects the failure. The prose does not forbid it, and asks for session identifiers in error responses.',
  source: 'schemas/operation-result.schema.json',
  pointer: '/_meta',
  good: [{ exchange: aql({ success: true, data: {}, _meta: { request_id: 'r1' } }) }],
  bad: [
    { exchange: aql({ success: false, error: NOT_FOUND, _meta: { request_id: 'r1' } }), pointer: '/_meta' },
  ],
  check: {
    meta(_value, scene) {
      if (scene.envelope.success === false && !isAtRoot(scene)) {
        scene.breach('/_meta', '_meta is not allowed in a failure.');
      }
    },
  },
};
