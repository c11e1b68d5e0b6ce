import { readsAsError } from '../../dialects/plain.ts';
import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'MCP-02',
  level: 'info',
  dialects: ['plain'],
  scope: 'response',
  title: 'An error in prose sets isError',
  condition:
    'The text starts like an error, or is a JSON object with a string `error`, while `isError` is not true.',
  reason: 'The client shows the error to the model as a good answer, and nothing counts it as a failure.',
  source: 'MCP CallToolResult; product heuristic (real traffic)',
  pointer: '/content/0/text',
  inSeeds: false,
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
      if (located.isError === true || located.inner?.isError === true || !readsAsError(located)) return;
      scene.breachInMessage(
        located.textPointer ?? '/content',
        'The text tells an error, and isError is not set.',
      );
    },
  },
};
