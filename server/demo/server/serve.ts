import { finished } from 'node:stream/promises';
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { isErrorOf } from '../aql.ts';
import type { Endpoint } from '../script.ts';
import { Adapter } from './adapter.ts';

/** Tool name → endpoint and description. */
const TOOLS: ReadonlyMap<string, readonly [endpoint: Endpoint, description: string]> = new Map([
  ['mcp_aql_create', ['create', 'Create parcels']],
  ['mcp_aql_read', ['read', 'Read parcels; the operation introspect lists all operations']],
  ['mcp_aql_update', ['update', 'Change parcels']],
  ['mcp_aql_delete', ['delete', 'Delete parcels']],
  ['mcp_aql_execute', ['execute', 'Send and weigh parcels, or run a batch']],
]);

function toolServer(version: string): Server {
  const adapter = new Adapter();
  const server = new Server({ name: 'mailroom-demo', version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [...TOOLS].map(([name, [, description]]) => ({
      name,
      description,
      inputSchema: {
        type: 'object' as const,
        properties: { operation: { type: 'string' }, params: { type: 'object' } },
        required: ['operation'],
      },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = TOOLS.get(params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    const envelope = await adapter.answer(tool[0], params.arguments ?? {});
    return { content: [{ type: 'text', text: JSON.stringify(envelope) }], isError: isErrorOf(envelope) };
  });
  return server;
}

/** Serves the demo server on stdin and stdout until stdin ends. `version` is the version it reports. */
export async function serveDemo(version: string): Promise<void> {
  const handle = serveStdio(() => toolServer(version));
  // A file on stdin ends but never closes; a killed client closes it without an end.
  await finished(process.stdin, { writable: false }).catch(() => {});
  await handle.close();
}
