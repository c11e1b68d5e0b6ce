import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-05',
  level: 'info',
  dialects: ['mcp-aql', 'result', 'error-flag', 'success-flag', 'plain'],
  title: 'A result is wrapped only once',
  condition: 'The text block is itself a serialised CallToolResult.',
  reason: 'Clients unwrap once and find another wrapper; whatever it says, including `isError`, is lost.',
  source: 'product heuristic (real traffic)',
  pointer: '/content/0/text',
  good: [{ exchange: carried({ success: true, data: { content: [] } }) }],
  bad: [
    {
      exchange: carried({ content: [{ type: 'text', text: '{"success": true, "data": {"a": 1}}' }] }),
      pointer: '/content/0/text',
    },
  ],
  check: {
    inner_result({ pointer }, scene) {
      scene.breachInMessage(pointer, 'The text contains a whole CallToolResult.');
    },
  },
};
