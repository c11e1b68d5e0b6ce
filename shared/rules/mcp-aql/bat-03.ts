import { isObject, type JsonObject } from '../../json/value.ts';
import { isBatchItem, isCount } from '../batch-item.ts';
import { aql, batched, UNCONFIRMED } from '../examples.ts';
import type { Rule } from '../rule.ts';

const DONE = { index: 0, operation: 'create_item', result: { success: true, data: {} } };

function isFailure({ success, error }: JsonObject): boolean {
  return success === false && !(isObject(error) && error.code === 'CONFIRMATION_REQUIRED');
}

function count(value: unknown): number {
  return isCount(value) ? value : 0;
}

function faultOf(results: readonly unknown[], summary: JsonObject): string | undefined {
  let [done, broken] = [0, 0];
  for (const item of results) {
    if (!isBatchItem(item)) continue;
    if (item.result.success === true) done += 1;
    else if (isFailure(item.result)) broken += 1;
  }
  const { total, succeeded, failed, halted, pending, pending_confirmation: waiting } = summary;
  if (isCount(succeeded) && succeeded !== done)
    return `summary.succeeded is ${succeeded}, but ${done} of the results succeeded.`;
  if (isCount(failed) && failed !== broken)
    return `summary.failed is ${failed}, but ${broken} of the results failed.`;
  if (!isCount(total) || !isCount(succeeded) || !isCount(failed)) return undefined;
  const sum = succeeded + failed + count(halted) + count(pending) + count(waiting);
  return total === sum ? undefined : `summary.total is ${total}, but its parts add up to ${sum}.`;
}

export const rule: Rule = {
  id: 'BAT-03',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'The summary matches the results',
  condition:
    '`succeeded` or `failed` differs from what `results` contains, or `total` from succeeded + failed + halted + pending + pending_confirmation. CONFIRMATION_REQUIRED counts as neither succeeded nor failed; items that break BAT-01 are not counted. A failed batch (BAT-05) may list only some results, so it is not checked.',
  reason: 'A client that trusts the summary misses a failure, or looks for one that does not exist.',
  source: 'docs/operations.md 7.2, 7.5.5',
  pointer: '/summary',
  good: [
    {
      note: 'Halted: one operation done, one waiting for confirmation, one not started.',
      exchange: aql({
        success: true,
        data: null,
        results: [DONE],
        summary: { total: 3, succeeded: 1, failed: 0, halted: 1, pending: 1 },
        halted_at: { index: 1, operation: 'create_item', result: { success: false, error: UNCONFIRMED } },
        pending_operations: [{ index: 2, operation: 'x' }],
      }),
    },
  ],
  bad: [{ exchange: batched([DONE], { total: 3, succeeded: 1, failed: 0 }), pointer: '/summary' }],
  check: {
    batch(results, scene) {
      const { success, summary } = scene.envelope;
      const fault = success !== false && isObject(summary) ? faultOf(results, summary) : undefined;
      if (fault !== undefined) scene.breach('/summary', fault);
    },
  },
};
