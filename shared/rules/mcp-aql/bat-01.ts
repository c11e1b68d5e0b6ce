import { missingOf } from '../batch-item.ts';
import { batched } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { either } from '../show.ts';

const DONE = { index: 0, operation: 'create_item', result: { success: true, data: { id: 1 } } };
const SUMMARY = { total: 1, succeeded: 1, failed: 0 };

export const rule: Rule = {
  id: 'BAT-01',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A batch result identifies its operation',
  condition: 'An item of `results` lacks an integer `index`, a string `operation` or an object `result`.',
  reason: 'Clients match results to the operations that they sent; an item without its index matches none.',
  source: 'docs/operations.md 7.2; schemas/batch-operation.schema.json',
  pointer: '/results/N',
  good: [{ exchange: batched([DONE], SUMMARY) }],
  bad: [
    {
      exchange: batched([{ operation: 'x', result: { success: true, data: {} } }], SUMMARY),
      pointer: '/results/0',
    },
  ],
  check: {
    batch(results, scene) {
      for (let position = 0; position < results.length; position++) {
        const missing = missingOf(results[position]);
        if (missing.length === 0) continue;
        scene.breach(`/results/${position}`, `The item has no valid ${either(missing)}.`);
      }
    },
  },
};
