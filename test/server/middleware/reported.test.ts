import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { reported } from 'mcp-mailroom/middleware';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../helpers/eventually.ts';
import { listening } from '../../helpers/listening.ts';
import { arrived } from '../../helpers/post.ts';
import { type Served, serve } from '../../helpers/server.ts';

let dashboard: Served;
beforeAll(async () => {
  dashboard = await serve();
});
afterAll(() => dashboard.stop());

/** Starts a server whose only tool returns its arguments, on a transport that reports to an address. */
async function echo(to: string, onTrouble?: (trouble: string) => void): Promise<Client> {
  const server = new Server({ name: 'echo-server', version: '1.2.3' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: [{ name: 'echo', inputSchema: { type: 'object' as const } }],
  }));
  server.setRequestHandler('tools/call', ({ params }) => ({
    content: [{ type: 'text', text: JSON.stringify({ success: true, data: params.arguments ?? null }) }],
  }));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'middleware-test', version: '9.9.9' });
  await server.connect(reported(theirs, { server: 'echo', to, ...(onTrouble ? { onTrouble } : {}) }));
  await client.connect(ours);
  return client;
}

test('reports each reply with what is known of the call', async () => {
  const client = await echo(dashboard.url);
  await client.listTools();
  const answer = await client.callTool({ name: 'echo', arguments: { n: 1 } });
  expect(answer.content).toEqual([{ type: 'text', text: '{"success":true,"data":{"n":1}}' }]);
  expect(await arrived(dashboard, 'echo')).toMatchObject([
    {
      server: 'echo',
      server_version: '1.2.3',
      client: 'middleware-test',
      tool: 'echo',
      outcome: 'success',
    },
  ]);
  await client.close();
});

/** Transports whose `onmessage` is a plain property, or a setter of their class. */
class Plain {
  onmessage: ((message: object) => void) | undefined;
  async send(_message: object): Promise<void> {}
}
class Handing {
  readonly inner = new Plain();
  set onmessage(listener: Plain['onmessage']) {
    this.inner.onmessage = listener;
  }
  get onmessage(): Plain['onmessage'] {
    return this.inner.onmessage;
  }
  async send(_message: object): Promise<void> {}
}

test.each([
  ['plain', new Plain()],
  ['handing', new Handing()],
])(
  'reports each reply once to each that a %s transport was reported to, however often',
  async (name, transport) => {
    const names = [`${name}-one`, `${name}-one`, `${name}-two`];
    for (const server of names) expect(reported(transport, { server, to: dashboard.url })).toBe(transport);
    transport.onmessage = () => void transport.send({ jsonrpc: '2.0', id: 1, result: { content: [] } });
    const heard = transport instanceof Handing ? transport.inner : transport;
    heard.onmessage?.({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } });
    // A second report of it would be in the same post.
    for (const server of new Set(names)) expect(await arrived(dashboard, server)).toHaveLength(1);
  },
);

test('passes on what comes to a listener that was there before, and reports it', async () => {
  const transport = new Plain();
  transport.onmessage = () => void transport.send({ jsonrpc: '2.0', id: 1, result: { content: [] } });
  reported(transport, { server: 'before', to: dashboard.url });
  transport.onmessage({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'early' } });
  expect(await arrived(dashboard, 'before')).toMatchObject([{ tool: 'early' }]);
});

test('gives the server the error of a transport that cannot send', async () => {
  class Writing extends Plain {
    override async send(message: object): Promise<void> {
      JSON.stringify(message);
    }
  }
  const transport = reported(new Writing(), { server: 'writing', to: dashboard.url });
  await expect(transport.send({ jsonrpc: '2.0', id: 1n, result: {} })).rejects.toThrow('BigInt');
});

test('without a dashboard, does not affect the server, and says so once', async () => {
  const troubles: string[] = [];
  let tries = 0;
  const away = createServer((socket) => {
    tries += 1;
    socket.destroy();
  });
  const to = `http://127.0.0.1:${await listening(away)}`;
  const client = await echo(to, (trouble) => troubles.push(trouble));
  for (let call = 0; call < 20; call++) {
    const { content } = await client.callTool({ name: 'echo', arguments: { call } });
    expect(content).toEqual([{ type: 'text', text: `{"success":true,"data":{"call":${call}}}` }]);
  }
  await eventually(
    async () => tries,
    (count) => count > 4,
  );
  await client.close();
  away.close();
  expect(troubles).toEqual([expect.stringMatching(/^cannot reach .+; captures are queued$/)]);
});

test('says as the process ends how many reports it takes with it', () => {
  const script = `import { reported } from 'mcp-mailroom/middleware';
    const onTrouble = (trouble) => console.error(trouble);
    for (const server of ['one', 'two', 'none']) {
      const transport = reported({ send: async () => {} }, { server, to: 'http://127.0.0.1:1', onTrouble });
      transport.onmessage = ({ id }) => void transport.send({ jsonrpc: '2.0', id, result: { content: [] } });
      const params = { name: 't' };
      const calls = ['none', 'one', 'two'].indexOf(server);
      for (let id = 0; id < calls; id++) transport.onmessage({ jsonrpc: '2.0', id, method: 'tools/call', params });
    }
    process.exit(3);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('the process ends; 1 capture may be lost\nthe process ends; 2 captures may be lost\n');
  expect(status).toBe(3);
});

test('says as the process ends that reports without an answer may be lost', () => {
  const script = `import { createServer } from 'node:http';
    import { reported } from 'mcp-mailroom/middleware';
    const silent = createServer(({ url }) => url.endsWith('/responses') && process.exit(3));
    silent.listen(0, '127.0.0.1', () => {
      const to = 'http://127.0.0.1:' + silent.address().port;
      const reporting = { server: 'asked', to, onTrouble: (trouble) => console.error(trouble) };
      const transport = reported({ send: async () => {} }, reporting);
      transport.onmessage = ({ id }) => void transport.send({ jsonrpc: '2.0', id, result: { content: [] } });
      transport.onmessage({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } });
    });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('the process ends; 1 capture may be lost\n');
  expect(status).toBe(3);
});
