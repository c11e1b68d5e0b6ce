import { expect, it } from 'vitest';
import { memberVerdict } from '../../../../server/store/answers/batch-member.ts';
import { inspect } from '../../../../shared/inspect.ts';
import { batch } from '../records.ts';

it('gives a member of a batch the violations in its place, and none of its neighbours or of the batch', () => {
  const error = { code: 'INTERNAL_ERROR', message: "Internal error: 'no disk'", details: 'none' };
  const verdict = inspect({
    tool: 'mcp_aql_read',
    operation: 'all',
    response: batch(
      { operation: 'pay', result: { success: false, error } },
      ...Array.from({ length: 10 }, () => ({ operation: 'list', result: { success: true } })),
    ),
  });
  const rules = verdict.members.map((member) => {
    const { violations, members } = memberVerdict(verdict, member);
    return [violations.map(({ rule, pointer }) => `${rule} ${pointer}`), members];
  });
  expect(rules).toEqual([
    [['ERR-04 /results/0/result/error/details'], []],
    ...Array.from({ length: 10 }, (_, n) => [[`ENV-03 /results/${n + 1}/result/data`], []]),
  ]);
  expect(verdict.violations.map(({ rule }) => rule)).toContain('BAT-03');
});
