import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-05',
  level: 'info',
  dialects: ['mcp-aql', 'result', 'error-flag', 'success-flag', 'plain'],
  scope: 'response',
  title: 'The result is wrapped once',
  condition: 'The text block is itself a serialised CallToolResult.',
  reason: 'A client unwraps once and finds a wrapper; whatever the inner one says, `isError` too, is lost.',
  source: 'product heuristic (real traffic)',
  pointer: '/content/0/text',
  inSeeds: false,
  good: [{ exchange: carried({ success: true, data: { content: [] } }) }],
  bad: [
    {
      exchange: carried({ content: [{ type: 'text', text: '{"success": true, "data": {"a": 1}}' }] }),
      pointer: '/content/0/text',
    },
  ],
  check: {
    inner_result(_inner, scene) {
      const { textPointer = '/content' } = scene.reading.located;
      scene.breachInMessage(textPointer, 'The text block holds a whole CallToolResult.');
    },
  },
};
