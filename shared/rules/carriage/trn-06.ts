import { failureInData, hasLostError } from '../../masked.ts';
import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-06',
  level: 'info',
  dialects: ['mcp-aql', 'result', 'error-flag', 'success-flag', 'plain'],
  title: 'A success does not mask a failure',
  condition:
    '`success` is true, but `data.isError` or `data.is_error` is true or `data.success` is false; or a CallToolResult inside the text sets `isError`, but the one around it does not.',
  reason:
    'Clients, retries and statistics count the call as done; only a reader of the data sees that it failed.',
  source: 'product heuristic (real traffic)',
  pointer: '/data',
  good: [{ exchange: carried({ success: true, data: { is_error: false, content: [] } }) }],
  bad: [
    {
      exchange: carried({
        success: true,
        data: { content: [{ type: 'text', text: 'failed' }], isError: true },
      }),
      pointer: '/data',
    },
    {
      exchange: carried({ content: [{ type: 'text', text: 'failed' }], isError: true }, {}, 'search'),
      pointer: '/content/0/text',
    },
  ],
  check: {
    success(envelope, scene) {
      const name = failureInData(envelope);
      if (name === undefined) return;
      scene.breach('/data', `success is true, but data.${name} is ${name !== 'success'}.`);
    },
    inner_result({ pointer }, scene) {
      if (!hasLostError(scene.reading.located)) return;
      scene.breachInMessage(
        pointer,
        'The result inside the text sets isError, but the one around it does not.',
      );
    },
  },
};
