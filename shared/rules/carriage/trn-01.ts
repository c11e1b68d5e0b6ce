import { isWellFormedCall } from '../call.ts';
import { refused } from '../examples.ts';
import type { Rule } from '../rule.ts';

/** JSON-RPC 2.0, 5.1: invalid request, unknown method, invalid params, internal error. */
const [LOWEST, HIGHEST] = [-32603, -32600];

export const rule: Rule = {
  id: 'TRN-01',
  level: 'must',
  dialects: ['mcp-aql', 'jsonrpc-error'],
  needsRequest: true,
  title: 'A failed operation is not a protocol error',
  condition:
    'A well-formed tools/call (a string name, an object of arguments) to a listed MCP-AQL tool is answered with a JSON-RPC error from -32600 to -32603.',
  reason:
    'Protocol errors stop at the client and never reach the model, which could repair the request or explain the failure.',
  source: 'docs/mcp-integration.md 4.2, 7.1-3',
  pointer: '/code',
  good: [
    {
      note: 'The call itself was malformed.',
      exchange: refused(-32602, 'arguments must be an object', 'mcp_aql_read', 'x'),
    },
  ],
  bad: [{ exchange: refused(-32603, 'fetch failed', 'mcp_aql_read'), pointer: '/code' }],
  check: {
    rpc_error({ code }, scene) {
      const { mcpAqlTool, pinned, exchange } = scene.reading;
      if (typeof code !== 'number' || code < LOWEST || code > HIGHEST) return;
      if (!(mcpAqlTool || pinned === 'mcp-aql') || !isWellFormedCall(exchange)) return;
      scene.breachInMessage(
        '/code',
        `A well-formed call was answered with JSON-RPC error ${code}, not with an envelope.`,
      );
    },
  },
};
