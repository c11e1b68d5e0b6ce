import { anotherThisHour } from '../../sessions/contradictions.ts';
import type { Dialect } from '../../verdict.ts';
import { aql, resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';

/** Shapes that any server may send besides its own dialect. */
const COMMON: readonly Dialect[] = ['plain', 'success-flag', 'jsonrpc-error'];

export const rule: Rule = {
  id: 'SES-04',
  level: 'info',
  dialects: ['mcp-aql', 'result', 'error-flag'],
  title: 'A server speaks one dialect',
  condition:
    'A server sends envelopes of more than one dialect. `plain`, `success-flag` and `jsonrpc-error` do not count.',
  reason: 'A client written for one dialect misreads the other.',
  source: 'product heuristic',
  pointer: '',
  good: [{ exchange: [aql({ success: true, data: {} }), aql({ success: true, data: [] })] }],
  bad: [
    {
      exchange: [
        aql({ success: true, data: {} }),
        resulted({ success: true, value: 1, instruction: 'Display' }),
      ],
      pointer: '',
    },
  ],
  across: {
    notes: {
      response({ dialect }, scene) {
        if (!COMMON.includes(dialect)) scene.note([], dialect, '');
      },
    },
    contradicts: anotherThisHour,
    says: (dialect, before) => `The dialect is ${dialect}, but was ${before} before.`,
  },
};
