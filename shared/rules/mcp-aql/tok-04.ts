import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TOK-04',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'A step that needs confirmation is not a success',
  condition: '`success` is true and `data.confirmation_required` is true.',
  reason:
    'Nothing has been done yet, but the envelope says otherwise: a client that tests `success` moves on, and the user is never asked.',
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
      scene.breach('/data/confirmation_required', 'success is true, but so is data.confirmation_required.');
    },
  },
};
