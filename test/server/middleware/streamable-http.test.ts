import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { reported } from 'mcp-mailroom/middleware';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../helpers/ask.ts';
import { eventually } from '../../helpers/eventually.ts';
import { listening } from '../../helpers/listening.ts';
import { arrived } from '../../helpers/post.ts';
import { type Served, serve } from '../../helpers/server.ts';

let dashboard: Served;
beforeAll(async () => {
  dashboard = await serve();
});
afterAll(() => dashboard.stop());

/** Serves, over real HTTP, a reported transport of SDK 1, whose `onmessage` is a setter of its class. */
async function overHttp(name: string) {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  const mcp = new McpServer({ name: 'over-http', version: '1.2.3' });
  mcp.registerTool('hi', {}, () => ({ content: [{ type: 'text', text: '{"success":true,"data":1}' }] }));
  await mcp.connect(reported(transport, { server: name, to: dashboard.url }));
  const http = createServer((asked, answer) => void transport.handleRequest(asked, answer));
  return { http, mcp, url: new URL(`http://127.0.0.1:${await listening(http)}/mcp`) };
}

test('a server over Streamable HTTP answers its client, and its answers are reported', async () => {
  const { http, mcp, url } = await overHttp('over-http');
  const client = new Client({ name: 'tester', version: '4.5' });
  try {
    await client.connect(new StreamableHTTPClientTransport(url));
    const { content } = await client.callTool({ name: 'hi', arguments: {} });
    expect(content).toEqual([{ type: 'text', text: '{"success":true,"data":1}' }]);
    const items = await arrived(dashboard, 'over-http');
    expect(items).toMatchObject([
      { tool: 'hi', client: 'tester', server_version: '1.2.3', outcome: 'success' },
    ]);
    const params = { id: items[0]?.id ?? '' };
    expect(await dataOf(dashboard, 'GET /api/v1/responses/:id', { params })).toMatchObject({
      transport: 'http',
    });
  } finally {
    await client.close();
    await mcp.close();
    http.close();
  }
});

/** Serves over HTTP without sessions: each request has a server and a reported transport of its own. */
async function withoutSessions(name: string, to: string, onTrouble: (trouble: string) => void) {
  const http = createServer(async (asked, answer) => {
    const transport = new StreamableHTTPServerTransport({});
    const mcp = new McpServer({ name: 'without-sessions', version: '1.2.3' });
    mcp.registerTool('hi', {}, () => ({ content: [{ type: 'text', text: '{"success":true,"data":1}' }] }));
    await mcp.connect(reported(transport, { server: name, transport: 'http', to, onTrouble }));
    answer.on('close', () => void mcp.close());
    await transport.handleRequest(asked, answer);
  });
  return { http, url: new URL(`http://127.0.0.1:${await listening(http)}/mcp`) };
}

test.each([
  { is: 'there', away: false },
  { is: 'away', away: true },
])('transports of one request each report as one server while the dashboard is $is', async ({ away }) => {
  const troubles: string[] = [];
  const to = away ? 'http://127.0.0.1:9' : dashboard.url;
  const { http, url } = await withoutSessions('without-sessions', to, (trouble) => troubles.push(trouble));
  const client = new Client({ name: 'tester', version: '4.5' });
  try {
    await client.connect(new StreamableHTTPClientTransport(url));
    await client.listTools();
    for (const _ of Array(10).keys()) await client.callTool({ name: 'hi', arguments: {} });
    if (away) {
      await eventually(
        async () => troubles.length,
        (count) => count > 0,
      );
      expect(troubles).toEqual([expect.stringMatching(/^cannot reach .*; captures are queued$/)]);
      return;
    }
    const items = await arrived(dashboard, 'without-sessions', 10);
    expect(items.map(({ server_version }) => server_version)).toEqual(Array(10).fill('1.2.3'));
    expect(troubles).toEqual([]);
  } finally {
    await client.close();
    http.close();
  }
});

test('a call that becomes a task is reported with what the task comes to', async () => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID });
  const mcp = new McpServer(
    { name: 'with-tasks', version: '1.2.3' },
    {
      taskStore: new InMemoryTaskStore(),
      capabilities: { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } },
    },
  );
  mcp.experimental.tasks.registerToolTask(
    'slow',
    { execution: { taskSupport: 'required' } },
    {
      createTask: async ({ taskStore }) => {
        const task = await taskStore.createTask({ ttl: 60_000, pollInterval: 10 });
        const content = [
          { type: 'text' as const, text: '{"success":false,"error":{"code":"E","message":"m"}}' },
        ];
        await taskStore.storeTaskResult(task.taskId, 'completed', { content, isError: true });
        return { task };
      },
      getTask: ({ taskId, taskStore }) => taskStore.getTask(taskId),
      getTaskResult: async ({ taskId, taskStore }) => ({
        content: [],
        ...(await taskStore.getTaskResult(taskId)),
      }),
    },
  );
  await mcp.connect(reported(transport, { server: 'with-tasks', transport: 'http', to: dashboard.url }));
  const http = createServer((asked, answer) => void transport.handleRequest(asked, answer));
  const client = new Client1({ name: 'tester', version: '4.5' });
  try {
    await client.connect(new Transport1(new URL(`http://127.0.0.1:${await listening(http)}/mcp`)));
    await client.listTools();
    for await (const _ of client.experimental.tasks.callToolStream({ name: 'slow', arguments: { n: 1 } }));
    const items = await arrived(dashboard, 'with-tasks', 2);
    expect(items.map(({ tool, dialect, outcome, code }) => [tool, dialect, outcome, code])).toEqual([
      ['slow', 'mcp-aql', 'failure', 'E'],
      ['slow', 'plain', 'success', null],
    ]);
  } finally {
    await client.close();
    await mcp.close();
    http.close();
  }
});
