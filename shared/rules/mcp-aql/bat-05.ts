import { aql, batched, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'BAT-05',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A failed member does not fail the batch',
  condition: '`success` is false, and `results` is a non-empty array.',
  reason:
    'A client that stops at the failure never learns which operations were done, and may do them twice.',
  source: 'docs/operations.md 7.3-4,5',
  pointer: '/success',
  good: [
    {
      exchange: batched(
        [{ index: 0, operation: 'create_item', result: { success: false, error: NOT_FOUND } }],
        { total: 1, succeeded: 0, failed: 1 },
      ),
    },
  ],
  bad: [
    {
      exchange: aql({
        success: false,
        error: { code: 'BATCH_PARTIAL_FAILURE', message: '1 of 2 failed' },
        results: [{ index: 0, operation: 'create_item', result: { success: true, data: {} } }],
        summary: { total: 1, succeeded: 1, failed: 0 },
      }),
      pointer: '/success',
    },
  ],
  check: {
    batch(results, scene) {
      if (scene.envelope.success !== false || results.length === 0) return;
      scene.breach(
        '/success',
        `success must be true for a batch that has results; this one has ${results.length}.`,
      );
    },
  },
};
