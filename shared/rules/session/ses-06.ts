import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';

function confirmation(token: string) {
  return failed({
    code: 'CONFIRMATION_REQUIRED',
    message: 'This operation requires confirmation',
    details: { confirmation_token: token, expires_at: '2026-11-21T00:05:00Z' },
  });
}

export const rule: Rule = {
  id: 'SES-06',
  level: 'info',
  dialects: ['mcp-aql'],
  scope: 'cross-response',
  title: 'A confirmation token is given once',
  condition: 'The same confirmation token is given out in two responses.',
  reason: 'A token stands for one question to the user; given twice, one answer confirms two operations.',
  source: 'docs/security/confirmation-tokens.md 2',
  pointer: '/error/details/confirmation_token',
  inSeeds: false,
  good: [{ exchange: [confirmation('c1'), confirmation('c2')] }],
  bad: [
    {
      exchange: [confirmation('c1'), confirmation('c1')],
      pointer: '/error/details/confirmation_token',
    },
  ],
  check: {},
};
