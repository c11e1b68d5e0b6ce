import { expect, test } from 'vitest';
import { judge, standardOf } from '../../web/features/playground/judge.ts';

test('the Playground repeats no confirmation token that a violation quotes', () => {
  const token = 'tok_9f8e7d6c5b4a3210';
  const error = { code: 'CONFIRMATION_REQUIRED', message: `Confirm with ${token}`, details: { token } };
  const judged = judge(JSON.stringify({ success: false, error }), standardOf(undefined));
  const broken = judged.kind === 'judged' ? judged.verdict.violations : [];
  expect(broken.find(({ rule }) => rule === 'MSG-01')?.message).toContain('"Confirm with [redacted]"');
});
