import { isObject } from '../../json/value.ts';
import { introspected } from '../examples.ts';
import type { Rule } from '../rule.ts';

function isNamed(item: unknown): boolean {
  return isObject(item) && typeof item.name === 'string';
}

export const rule: Rule = {
  id: 'INT-03',
  level: 'must',
  dialects: ['mcp-aql'],
  needsRequest: true,
  title: 'Listed operations have names',
  condition: 'The answer to `introspect` lists an operation without a string `name`.',
  reason: 'An operation without a name cannot be called.',
  source: 'docs/introspection.md 3.2; schemas/introspection-response.schema.json',
  pointer: '/data/operations',
  good: [
    {
      exchange: introspected(
        { query: 'operations' },
        { success: true, data: { operations: [{ name: 'list_items' }] } },
      ),
    },
  ],
  bad: [
    {
      exchange: introspected(
        { query: 'operations' },
        { success: true, data: { operations: [{ element_name: 'list_items' }] } },
      ),
      pointer: '/data/operations',
    },
  ],
  check: {
    introspection({ operations }, scene) {
      if (!Array.isArray(operations)) return;
      const nameless = operations.findIndex((item) => !isNamed(item));
      if (nameless === -1) return;
      scene.breach('/data/operations', `The operation at index ${nameless} has no name.`);
    },
  },
};
