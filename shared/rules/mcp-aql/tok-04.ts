import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TOK-04',
  level: 'info',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'A step that waits for confirmation is no success',
  condition: '`success` is true while `data.confirmation_required` is true.',
  reason:
    'Nothing was done yet, but the envelope says that it was: a client that tests `success` goes on, and the user is never asked.',
  source:
    "docs/error-codes.md 5.4 (denied pending confirmation); error-model page 'Operation is denied pending explicit confirmation'",
  pointer: '/data/confirmation_required',
  inSeeds: true,
  good: [{ exchange: aql({ success: true, data: { status: 'done', confirmation_required: false } }) }],
  bad: [
    {
      exchange: aql({ success: true, data: { status: 'halted', confirmation_required: true } }),
      pointer: '/data/confirmation_required',
    },
  ],
  check: {
    data(data, scene) {
      if (data.confirmation_required !== true) return;
      scene.breach('/data/confirmation_required', 'A success says that it still needs a confirmation.');
    },
  },
};
