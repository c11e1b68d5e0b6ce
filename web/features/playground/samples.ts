/** Responses to start from, one per dialect; each breaks something worth seeing. */
export const SAMPLES = [
  {
    name: 'MCP-AQL',
    value: {
      tool: 'mcp_aql_read',
      observed_at: '2026-11-21T00:00:00Z',
      response: {
        success: true,
        items: [{ sku: 'KB-1042', stock: 318 }],
        warnings: [
          {
            code: 'VALIDATION_TRUNCATED_WARNING',
            message: 'Response truncated to 50 items',
            details: { field: 'items', original_count: 212, truncated_count: 50, limit: 50 },
          },
          { code: 'DEPRECATION_WARNING', message: "Parameter 'sku_prefix' is deprecated", severity: 'HIGH' },
        ],
      },
    },
  },
  {
    name: 'Failure',
    value: {
      success: false,
      error: { code: 'VALIDATION_MISSING_PARAM', message: "Missing required parameter 'owner'", details: {} },
    },
  },
  {
    name: 'Result',
    value: {
      success: false,
      error: "Category 'x' not found",
      error_type: 'NotFound',
      instruction: 'Tell the user.',
    },
  },
  {
    name: 'Error flag',
    value: {
      response: {
        content: [
          {
            type: 'text',
            text: '{"error":true,"type":"ElasticsearchDataError","message":"No log data found."}',
          },
        ],
      },
    },
  },
  {
    name: 'Masked failure',
    value: {
      tool: 'mcp_aql_execute',
      response: {
        content: [
          {
            type: 'text',
            text: '{"success":true,"data":{"isError":true,"content":[{"type":"text","text":"❌ Browsing failed"}]}}\n\n[Active: x]',
          },
        ],
      },
    },
  },
  {
    name: 'JSON-RPC error',
    value: { jsonrpc: '2.0', id: 7, error: { code: -32602, message: 'Unknown tool: nope' } },
  },
  { name: 'Plain', value: { content: [{ type: 'text', text: 'Error executing q: no such index' }] } },
] as const;

export const sampleText = (value: unknown): string => JSON.stringify(value, null, 2);
