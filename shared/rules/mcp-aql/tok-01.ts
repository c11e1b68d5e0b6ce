import { isObject } from '../../json/value.ts';
import { aql, failed, UNCONFIRMED } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

function isPair(token: unknown, expiry: unknown): boolean {
  return typeof token === 'string' && token !== '' && expiry !== undefined && expiry !== null;
}

export const rule: Rule = {
  id: 'TOK-01',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'A confirmation request has a token',
  condition:
    'The code is CONFIRMATION_REQUIRED or RATE_LIMIT_QUOTA_PAUSE, and neither `confirmation` (token, expires_at) nor `error.details` (confirmation_token, expires_at) has a token with its expiry. Not checked inside `halted_at`.',
  reason: 'Without the token, a client can ask the user but cannot continue when the user agrees.',
  source:
    'docs/error-codes.md 5.4, 5.6; docs/security/confirmation-tokens.md 3; schemas/operation-result.schema.json confirmation',
  pointer: '/error',
  good: [
    {
      exchange: failed({
        ...UNCONFIRMED,
        details: { confirmation_token: 'c1', expires_at: '2026-11-21T00:05:00Z' },
      }),
    },
    {
      exchange: aql({
        success: false,
        error: UNCONFIRMED,
        confirmation: { token: 'c1', expires_at: '2026-11-21T00:05:00Z' },
      }),
    },
  ],
  bad: [{ exchange: failed(UNCONFIRMED), pointer: '/error' }],
  check: {
    confirmation({ code, details }, scene) {
      if (scene.place === 'halted') return;
      const { confirmation } = scene.envelope;
      if (isObject(confirmation) && isPair(confirmation.token, confirmation.expires_at)) return;
      if (isObject(details) && isPair(details.confirmation_token, details.expires_at)) return;
      scene.breach('/error', `${shown(code)} has no confirmation token with an expiry.`);
    },
  },
};
