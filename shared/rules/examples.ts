import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json/value.ts';

/** When the examples were observed. */
export const EXAMPLE_TIME = Date.UTC(2026, 10, 21);

/** Errors that many examples have. */
export const NOT_FOUND = { code: 'NOT_FOUND_RESOURCE', message: "Item 'x' not found" };
export const UNCONFIRMED = {
  code: 'CONFIRMATION_REQUIRED',
  message: 'This operation requires confirmation',
};

/** A bare envelope from an MCP-AQL tool. */
export function aql(envelope: JsonObject): Exchange {
  return { response: envelope, tool: 'mcp_aql_read', observed_at: EXAMPLE_TIME };
}

/** A success of an MCP-AQL tool with these warnings. */
export function warned(...warnings: readonly unknown[]): Exchange {
  return aql({ success: true, data: {}, warnings });
}

/** A failure of an MCP-AQL tool with this error. */
export function failed(error: unknown): Exchange {
  return aql({ success: false, error });
}

/** A batch of an MCP-AQL tool. */
export function batched(results: readonly unknown[], summary: JsonObject): Exchange {
  return aql({ success: true, data: null, results, summary });
}

/** A CallToolResult with one text block: a string as it is, anything else as JSON; `members` are added next to `content`. */
export function carried(body: unknown, members: JsonObject = {}, tool = 'mcp_aql_read'): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    response: { content: [{ type: 'text', text }], ...members },
    tool,
    params: { name: tool, arguments: {} },
  };
}

/** A JSON-RPC error in answer to the call of a tool. */
export function refused(code: number, message: string, tool: string, args: unknown = {}): Exchange {
  const response = { jsonrpc: '2.0', id: 1, error: { code, message } };
  return { response, tool, params: { name: tool, arguments: args } };
}

/** An answer to `introspect`. */
export function introspected(params: JsonObject, envelope: JsonObject): Exchange {
  const name = 'mcp_aql_read';
  return {
    response: envelope,
    tool: name,
    params: { name, arguments: { operation: 'introspect', params } },
  };
}

/** A bare envelope in the Result dialect. */
export function resulted(envelope: JsonObject): Exchange {
  return { response: envelope, tool: 'category_list' };
}

/** A bare envelope in the error-flag dialect. */
export function flagged(envelope: JsonObject): Exchange {
  return { response: envelope, tool: 'logsQuery' };
}
