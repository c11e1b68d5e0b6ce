import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'FLG-07',
  level: 'info',
  dialects: ['error-flag', 'success-flag'],
  title: 'An error sets isError',
  condition: 'The envelope is an error (`error: true` or `success: false`), but `isError` is not true.',
  reason: 'Every client knows `isError`; without it, the model sees the error as a normal answer.',
  source: 'MCP CallToolResult: tool errors SHOULD set isError',
  pointer: '/isError',
  good: [
    {
      exchange: carried({ error: true, type: 'X', message: 'm', params: {} }, { isError: true }, 'logsQuery'),
    },
    { exchange: carried({ success: true, message: 'Saved' }, {}, 'save') },
  ],
  bad: [
    {
      exchange: carried({ error: true, type: 'X', message: 'm', params: {} }, {}, 'logsQuery'),
      pointer: '/isError',
    },
    {
      exchange: carried({ success: false, error: 'no such table', code: 'E' }, {}, 'execute_sql'),
      pointer: '/isError',
    },
  ],
  check: {
    result(_result, scene) {
      const { located, outcome } = scene.reading;
      if (located.isError === true || outcome !== 'failure') return;
      scene.breachInMessage('/isError', 'The envelope is an error, but isError is not true.');
    },
  },
};
