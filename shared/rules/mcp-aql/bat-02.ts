import { isObject } from '../../json/value.ts';
import { isCount } from '../batch-item.ts';
import { aql, batched } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { either, mismatch } from '../show.ts';

const RESULTS = [{ index: 0, operation: 'create_item', result: { success: true, data: {} } }];

const COUNTS = ['total', 'succeeded', 'failed'] as const;

export const rule: Rule = {
  id: 'BAT-02',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A batch has a summary with counts',
  condition:
    '`results` is present, and `summary` lacks `total`, `succeeded` or `failed` as an integer of 0 or more.',
  reason: 'Clients and models read the summary instead of every result to see whether anything failed.',
  source: 'schemas/batch-operation.schema.json; schemas/operation-result.schema.json',
  pointer: '/summary',
  good: [{ exchange: batched(RESULTS, { total: 1, succeeded: 1, failed: 0 }) }],
  bad: [
    { exchange: batched(RESULTS, { total: 1, succeeded: 1 }), pointer: '/summary' },
    { exchange: aql({ success: true, data: null, results: RESULTS }), pointer: '/summary' },
  ],
  check: {
    batch(_results, scene) {
      const { summary } = scene.envelope;
      if (!isObject(summary)) {
        scene.breach('/summary', mismatch('summary', 'an object with counts', summary));
        return;
      }
      const missing = COUNTS.filter((name) => !isCount(summary[name]));
      if (missing.length > 0) scene.breach('/summary', `summary has no valid count for ${either(missing)}.`);
    },
  },
};
