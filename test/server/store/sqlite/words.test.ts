import { expect, test } from 'vitest';
import { GROUP_STATES } from '../../../../shared/group-state.ts';
import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES, WARNING_CLASSES } from '../../../../shared/verdict.ts';

test.each<[readonly string[], readonly string[]]>([
  [DIALECTS, ['mcp-aql', 'result', 'error-flag', 'success-flag', 'jsonrpc-error', 'plain']],
  [OUTCOMES, ['success', 'failure', 'unknown']],
  [
    CATEGORIES,
    [
      'validation',
      'not_found',
      'permission',
      'conflict',
      'rate_limit',
      'token',
      'schema',
      'internal',
      'unknown',
    ],
  ],
  [WARNING_CLASSES, ['rate_limit', 'deprecation', 'validation', 'performance', 'other']],
  [LEVELS, ['must', 'should', 'info']],
  [GROUP_STATES, ['open', 'acknowledged', 'resolved', 'muted']],
])('a database of version 0.1.0 holds positions in %j', (words, held) => {
  expect(words.slice(0, held.length)).toEqual(held);
});
