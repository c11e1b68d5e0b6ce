import { isObject, type JsonObject } from '../../json/value.ts';
import { aql } from '../examples.ts';
import { isAtRoot } from '../root.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

function faultsOf({ request_id, duration_ms, requestId, durationMs }: JsonObject): readonly string[] {
  const faults: string[] = [];
  if (request_id !== undefined && typeof request_id !== 'string')
    faults.push(`_meta.request_id must be a string, not ${shown(request_id)}.`);
  if (duration_ms !== undefined && !(typeof duration_ms === 'number' && duration_ms >= 0))
    faults.push(`_meta.duration_ms must be a number of 0 or more, not ${shown(duration_ms)}.`);
  if (requestId !== undefined) faults.push('_meta.requestId must be spelled request_id.');
  if (durationMs !== undefined) faults.push('_meta.durationMs must be spelled duration_ms.');
  return faults;
}

export const rule: Rule = {
  id: 'ENV-10',
  level: 'info',
  dialects: ['mcp-aql'],
  title: '_meta is well-formed',
  condition:
    '`_meta` is not an object, its `request_id` is not a string, its `duration_ms` is not a number of 0 or more, or either is spelled in camelCase.',
  reason: 'Clients do not find `request_id` or `duration_ms`, and cannot match the response to a trace.',
  source:
    'schemas/operation-result.schema.json (request_id, duration_ms) against docs/operations.md 3.4 (requestId)',
  pointer: '/_meta',
  good: [{ exchange: aql({ success: true, data: {}, _meta: { request_id: 'r1', duration_ms: 4 } }) }],
  bad: [
    {
      exchange: aql({ success: true, data: {}, _meta: { requestId: 'r1', duration_ms: 4 } }),
      pointer: '/_meta',
    },
    { exchange: aql({ success: true, data: {}, _meta: { duration_ms: -1 } }), pointer: '/_meta' },
    { exchange: aql({ success: true, data: {}, _meta: 'r1' }), pointer: '/_meta' },
  ],
  check: {
    meta(meta, scene) {
      // At the result's root `_meta` is the protocol's, not the envelope's.
      if (isAtRoot(scene)) return;
      const faults = isObject(meta) ? faultsOf(meta) : [`_meta must be an object, not ${shown(meta)}.`];
      if (faults.length > 0) scene.breach('/_meta', faults.join(' '));
    },
  },
};
