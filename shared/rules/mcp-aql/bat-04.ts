import { isObject } from '../../json/value.ts';
import { batched } from '../examples.ts';
import type { Rule } from '../rule.ts';

function done(index: number) {
  return { index, operation: 'create_item', result: { success: true, data: {} } };
}

export const rule: Rule = {
  id: 'BAT-04',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'Batch results keep their order',
  condition: 'The indexes in `results` repeat or do not ascend.',
  reason:
    'Clients walk operations and results side by side; an index out of order pairs a result with the wrong operation.',
  source: 'docs/operations.md 7.3-1',
  pointer: '/results',
  good: [{ exchange: batched([done(0), done(1)], { total: 2, succeeded: 2, failed: 0 }) }],
  bad: [
    { exchange: batched([done(0), done(0)], { total: 2, succeeded: 2, failed: 0 }), pointer: '/results' },
  ],
  check: {
    batch(results, scene) {
      let last = Number.NEGATIVE_INFINITY;
      for (const item of results) {
        const index = isObject(item) ? item.index : undefined;
        if (typeof index !== 'number' || !Number.isInteger(index)) continue;
        if (index <= last) {
          scene.breach('/results', `Index ${index} follows ${last}; indexes should ascend.`);
          return;
        }
        last = index;
      }
    },
  },
};
