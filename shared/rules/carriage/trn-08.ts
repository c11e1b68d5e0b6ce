import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-08',
  level: 'should',
  dialects: ['mcp-aql', 'plain'],
  title: 'An MCP-AQL tool answers with an envelope',
  condition: 'A tool with an MCP-AQL name, or of a server pinned to MCP-AQL, answers without an envelope.',
  reason: 'MCP-AQL clients report a malformed response, whatever the text says.',
  source: 'docs/mcp-integration.md 4.1; pi-bridge reports MALFORMED_RESPONSE',
  pointer: '/content',
  good: [{ exchange: carried({ success: true, data: 'ok' }) }],
  bad: [{ exchange: carried('ok'), pointer: '/content' }],
  check: {
    result_without_envelope(_result, scene) {
      const { mcpAqlTool, pinned } = scene.reading;
      if (!mcpAqlTool && pinned !== 'mcp-aql') return;
      scene.breachInMessage('/content', 'An MCP-AQL tool answered without an envelope.');
    },
  },
};
