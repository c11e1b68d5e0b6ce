import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../helpers/ask.ts';
import { listening } from '../helpers/listening.ts';
import { arrived } from '../helpers/post.ts';
import { PROGRAM, type Served, serve } from '../helpers/server.ts';

const inPackage = (name: string) =>
  fileURLToPath(new URL(`../../node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url));
const EVERYTHING = inPackage('server-everything');
const MEMORY = inPackage('server-memory');

let dashboard: Served;
beforeAll(async () => {
  dashboard = await serve();
});
afterAll(() => dashboard.stop());

const tapped = (to: string, ...args: string[]) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'tap', '--to', to, ...args],
    stderr: 'ignore',
  });
const throughTap = (server: string, ...command: string[]) =>
  tapped(dashboard.url, '--server', server, '--', process.execPath, ...command);

async function talk(transport: Transport, say: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ name: 'tester', version: '4.5' });
  await client.connect(transport);
  try {
    await say(client);
  } finally {
    await client.close();
  }
}

/** Returns a server's responses, oldest first, once there are as many as expected. */
async function stored(server: string, responses: number) {
  return (await arrived(dashboard, server, responses)).toReversed();
}

async function detail(id: string | undefined) {
  return dataOf(dashboard, 'GET /api/v1/responses/:id', { params: { id: id ?? '' } });
}

describe('a tap around a real server, spoken to by the official client', () => {
  test('server-everything: successful and failed calls are in the API with tool, client, versions and duration', async () => {
    await talk(throughTap('everything', EVERYTHING), async (client) => {
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(5);
      const echo = await client.callTool({ name: 'echo', arguments: { message: 'häl\nlo' } });
      expect(echo.content).toEqual([{ type: 'text', text: 'Echo: häl\nlo' }]);
      await client.callTool({ name: 'echo', arguments: {} }).catch(() => {});
      await client.callTool({ name: 'no-such-tool', arguments: {} }).catch(() => {});
    });
    const rows = await stored('everything', 3);
    expect(rows.map(({ tool, client, outcome }) => [tool, client, outcome])).toEqual([
      ['echo', 'tester', 'success'],
      ['echo', 'tester', 'failure'],
      ['no-such-tool', 'tester', 'failure'],
    ]);
    const first = await detail(rows[0]?.id);
    expect(first).toMatchObject({ transport: 'stdio', method: 'tools/call', client_version: '4.5' });
    expect(first.server_version).toMatch(/^\d/);
    expect(first.duration_ms).toBeGreaterThanOrEqual(0);
    expect(first.session).toBe((await detail(rows[2]?.id)).session);
    // The bytes as the server sent them, next to the request.
    expect(first.raw).toContain('"response":{"result":{"content":[{"type":"text","text":"Echo: häl\\nlo"}]');
    expect(first.raw).toContain('"arguments":{"message":"häl\\nlo"}');

    const { hellos } = await dataOf(dashboard, 'GET /api/v1/status');
    expect(hellos.find(({ server }) => server === 'everything')).toMatchObject({ stage: 'initialized' });
  });

  test('a server without --server has the name that it gives itself', async () => {
    await talk(tapped(dashboard.url, '--', process.execPath, MEMORY), async (client) => {
      await client.callTool({ name: 'read_graph', arguments: {} });
    });
    expect(await stored('memory-server', 1)).toMatchObject([{ tool: 'read_graph' }]);
    const { hellos } = await dataOf(dashboard, 'GET /api/v1/status');
    expect(hellos).toContainEqual(expect.objectContaining({ stage: 'initialized', server: 'memory-server' }));
  });

  test('a server without --server and without a handshake has the name of its command', async () => {
    const answer = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"hi"}]}}';
    const script = `process.stdin.once('data', () => { console.log('${answer}'); process.exit() })`;
    const args = [PROGRAM, 'tap', '--to', dashboard.url, '--', process.execPath, '-e', script];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet"}}\n');
    await once(child, 'close');
    expect(await stored('node', 1)).toMatchObject([{ tool: 'greet' }]);
  });

  test('server-memory: its replies are stored', async () => {
    await talk(throughTap('memory', MEMORY), async (client) => {
      await client.callTool({ name: 'read_graph', arguments: {} });
      await client.callTool({ name: 'open_nodes', arguments: { names: 'not an array' } }).catch(() => {});
    });
    const rows = await stored('memory', 2);
    expect(rows.map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['read_graph', 'success'],
      ['open_nodes', 'failure'],
    ]);
  });

  test('the demo server: envelopes are recognised by their tool, with operation, code and category', async () => {
    await talk(throughTap('demo', PROGRAM, 'demo-server'), async (client) => {
      await client.callTool({
        name: 'mcp_aql_read',
        arguments: { operation: 'introspect', params: { query: 'operations' } },
      });
      await client.callTool({
        name: 'mcp_aql_read',
        arguments: { operation: 'no_such_operation', params: {} },
      });
    });
    const [first, second] = await stored('demo', 2);
    expect(first).toMatchObject({ dialect: 'mcp-aql', operation: 'introspect', outcome: 'success' });
    expect(second).toMatchObject({
      ...{ operation: 'no_such_operation', outcome: 'failure' },
      ...{ code: 'NOT_FOUND_OPERATION', category: 'not_found' },
    });
  });

  test('works without a dashboard', async () => {
    await talk(tapped('http://127.0.0.1:1', '--', process.execPath, EVERYTHING), async (client) => {
      for (let round = 0; round < 20; round++) {
        const { content } = await client.callTool({ name: 'echo', arguments: { message: String(round) } });
        expect(content).toEqual([{ type: 'text', text: `Echo: ${round}` }]);
      }
    });
  });
});

/** Returns a port that nothing listens on. */
async function freePort(): Promise<number> {
  const holder = createServer();
  const port = await listening(holder);
  await once(holder.close(), 'close');
  return port;
}

/** Runs server-everything over HTTP behind the proxy, and passes on the address that the proxy prints. */
async function behindProxy(
  { server, mode, path }: { server: string; mode: 'sse' | 'streamableHttp'; path: string },
  use: (address: URL) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const everything = spawn(process.execPath, [EVERYTHING, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface(everything.stderr)) if (line.includes(String(port))) break;
  everything.stderr.resume();
  const proxy = spawn(
    process.execPath,
    [
      ...[PROGRAM, 'proxy', '--server', server, '--listen', '0', '--to', dashboard.url],
      ...['--target', `http://127.0.0.1:${port}${path}`],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(createInterface(proxy.stdout), 'line');
  try {
    await use(new URL(String(line).split(' ')[0] ?? ''));
  } finally {
    everything.kill();
    proxy.kill('SIGTERM');
  }
  const [code] = await once(proxy, 'exit');
  expect(code).toBe(0);
}

describe('a proxy before a server over HTTP', () => {
  test.each([
    { mode: 'streamableHttp', path: '/mcp', ClientTransport: StreamableHTTPClientTransport },
    { mode: 'sse', path: '/sse', ClientTransport: SSEClientTransport },
  ] as const)(
    'relays what is sent over $mode, and stores the replies',
    async ({ mode, path, ClientTransport }) => {
      const server = `over-${mode}`;
      await behindProxy({ server, mode, path }, async (address) => {
        await talk(new ClientTransport(address), async (client) => {
          const { content } = await client.callTool({ name: 'echo', arguments: { message: 'hello' } });
          expect(content).toEqual([{ type: 'text', text: 'Echo: hello' }]);
          await client.callTool({ name: 'echo', arguments: {} }).catch(() => {});
        });
        const rows = await stored(server, 2);
        expect(rows.map(({ tool, client, outcome }) => [tool, client, outcome])).toEqual([
          ['echo', 'tester', 'success'],
          ['echo', 'tester', 'failure'],
        ]);
        const first = await detail(rows[0]?.id);
        expect(first.transport).toBe('http');
        expect(first.duration_ms).toBeGreaterThanOrEqual(0);
        expect(first.session).not.toBeNull();
        expect(first.session).toBe((await detail(rows[1]?.id)).session);

        const refused = await fetch(address, {
          method: 'POST',
          body: '{',
          headers: { 'content-type': 'application/json' },
        });
        expect(refused.status).toBeGreaterThanOrEqual(400);
      });
    },
  );

  test('separates clients that use the same ids over HTTP+SSE at the same time', async () => {
    const server = 'two-streams';
    await behindProxy({ server, mode: 'sse', path: '/sse' }, async (address) => {
      const ask = (message: string) =>
        talk(new SSEClientTransport(address), async (client) => {
          for (let round = 0; round < 10; round++)
            await client.callTool({ name: 'echo', arguments: { message: `${message} ${round}` } });
        });
      await Promise.all([ask('one'), ask('two')]);
      const rows = await Promise.all((await stored(server, 20)).map(({ id }) => detail(id)));
      const sessions = new Map<unknown, Set<unknown>>();
      for (const { raw, session } of rows) {
        const [, asked] = /"arguments":\{"message":"(.*?)"\}/.exec(raw) ?? [];
        expect(raw).toContain(`"text":"Echo: ${asked}"`);
        sessions.set(session, (sessions.get(session) ?? new Set()).add(asked?.split(' ')[0]));
      }
      expect([...sessions.values()].map((asked) => [...asked].join()).sort()).toEqual(['one', 'two']);
    });
  });
});
