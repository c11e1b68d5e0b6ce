import { readsAsError } from '../../dialects/plain.ts';
import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'MCP-02',
  level: 'info',
  dialects: ['plain'],
  title: 'Error text sets isError',
  condition:
    'The text starts like an error, or the result carries a JSON object with a non-empty string `error`, but `isError` is not true.',
  reason: 'Clients show the error to the model as a normal answer and do not count it as a failure.',
  source: 'MCP CallToolResult; product heuristic (real traffic)',
  pointer: '/content/0/text',
  good: [
    { exchange: carried('The sum is 4.', {}, 'get-sum') },
    { exchange: carried('Error: no such index', { isError: true }, 'q') },
  ],
  bad: [
    { exchange: carried('Error executing q: no such index', {}, 'q'), pointer: '/content/0/text' },
    { exchange: carried({ error: 'no such index' }, {}, 'q'), pointer: '/content/0/text' },
  ],
  check: {
    result_without_envelope(_result, scene) {
      const { located } = scene.reading;
      if (located.isError === true || located.inner?.result.isError === true || !readsAsError(located))
        return;
      scene.breachInMessage(
        located.textPointer ?? '/content',
        'The result reads like an error, but isError is not true.',
      );
    },
  },
};
