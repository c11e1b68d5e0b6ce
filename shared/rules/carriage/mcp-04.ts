import { isWellFormedCall } from '../call.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'MCP-04',
  level: 'info',
  dialects: ['jsonrpc-error'],
  scope: 'request+response',
  title: "A tool's own failure is no internal error",
  condition:
    'A well-formed tools/call of a listed tool is answered by the JSON-RPC error -32603 instead of a result with `isError`.',
  reason:
    'A protocol error stops at the client; inside a result the model could read it and try something else.',
  source: 'MCP CallToolResult: errors from the tool SHOULD be inside the result',
  pointer: '/code',
  inSeeds: false,
  good: [
    {
      note: 'Another code is about the call itself.',
      exchange: {
        response: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Unknown tool: q' } },
        tool: 'q',
        params: { name: 'q', arguments: {} },
      },
    },
  ],
  bad: [
    {
      exchange: {
        response: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'fetch failed' } },
        tool: 'q',
        params: { name: 'q', arguments: {} },
      },
      pointer: '/code',
    },
  ],
  check: {
    rpc_error({ code }, scene) {
      if (code !== -32603 || !isWellFormedCall(scene.reading.exchange)) return;
      scene.breachInMessage('/code', 'A well-formed call was answered by the JSON-RPC error -32603.');
    },
  },
};
