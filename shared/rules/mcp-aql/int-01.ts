import { isObject } from '../../json/value.ts';
import { introspectionOf } from '../call.ts';
import { introspected } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'INT-01',
  level: 'must',
  dialects: ['mcp-aql'],
  needsRequest: true,
  title: 'Introspection answers an unknown name with null',
  condition:
    '`introspect` for a named operation or type fails with a NOT_FOUND_ code. It must succeed with `data.operation` or `data.type` set to null.',
  reason: 'Asking whether a name exists is not a mistake; a failure makes clients report one.',
  source: 'docs/introspection.md 4.3, 8.1-9',
  pointer: '/error',
  good: [
    {
      exchange: introspected(
        { query: 'operations', name: 'nope' },
        { success: true, data: { operation: null } },
      ),
    },
  ],
  bad: [
    {
      exchange: introspected(
        { query: 'operations', name: 'nope' },
        {
          success: false,
          error: { code: 'NOT_FOUND_OPERATION', message: "Unknown operation: 'nope'" },
        },
      ),
      pointer: '/error',
    },
  ],
  check: {
    failure({ error }, scene) {
      if (scene.place !== 'response') return;
      const name = introspectionOf(scene.reading.exchange)?.name;
      const code = isObject(error) ? error.code : undefined;
      if (typeof name !== 'string' || typeof code !== 'string' || !code.startsWith('NOT_FOUND_')) return;
      scene.breach(
        '/error',
        `introspect for the unknown name ${shown(name)} must succeed with null, not fail with ${shown(code)}.`,
      );
    },
  },
};
