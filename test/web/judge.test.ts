import { expect, test } from 'vitest';
import { judge, standardOf } from '../../web/features/playground/judge.ts';

test('the Playground repeats no confirmation token that a violation quotes', () => {
  const token = 'tok_9f8e7d6c5b4a3210';
  const error = { code: 'CONFIRMATION_REQUIRED', message: `Confirm with ${token}`, details: { token } };
  const response = { success: false, error };
  const { violations } = judge({ response }, JSON.stringify(response), standardOf(undefined));
  expect(violations.find(({ rule }) => rule === 'MSG-01')?.message).toContain('"Confirm with [redacted]"');
});
