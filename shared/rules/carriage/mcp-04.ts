import { isWellFormedCall } from '../call.ts';
import { refused } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'MCP-04',
  level: 'info',
  dialects: ['jsonrpc-error'],
  needsRequest: true,
  title: 'A tool failure is not an internal error',
  condition:
    'A well-formed tools/call to a listed tool is answered with JSON-RPC error -32603 instead of a result with `isError`.',
  reason:
    'Protocol errors stop at the client; in a result, the model could read the error and try something else.',
  source: 'MCP CallToolResult: errors from the tool SHOULD be inside the result',
  pointer: '/code',
  good: [
    {
      note: 'Other codes concern the call itself.',
      exchange: refused(-32602, 'Unknown tool: q', 'q'),
    },
  ],
  bad: [{ exchange: refused(-32603, 'fetch failed', 'q'), pointer: '/code' }],
  check: {
    rpc_error({ code }, scene) {
      if (code !== -32603 || !isWellFormedCall(scene.reading.exchange)) return;
      scene.breachInMessage(
        '/code',
        'A well-formed call was answered with JSON-RPC error -32603, not with a result.',
      );
    },
  },
};
