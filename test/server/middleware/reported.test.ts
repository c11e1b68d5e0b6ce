import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { reported } from 'mcp-mailroom/middleware';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../helpers/ask.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { eventually, LONGEST_WAIT } from '../../helpers/eventually.ts';
import { listening } from '../../helpers/listening.ts';
import { arrived, only } from '../../helpers/post.ts';
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

const call = (name: string, id = 1) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });
const REPLY = { jsonrpc: '2.0', id: 1, result: { content: [] } };

/** Has a tool called, which answers at once. */
async function answered(transport: Plain, tool: string): Promise<void> {
  transport.onmessage = () => {};
  transport.onmessage(call(tool));
  await transport.send(REPLY);
}

test('passes on what comes with a message, a reply before it looks at it, and takes no listener for another', async () => {
  const passed: unknown[] = [];
  class Noting {
    onmessage: ((message: object, extra?: object) => void) | undefined;
    async send(_message: object, options?: object): Promise<void> {
      passed.push(options);
    }
  }
  const transport = reported(new Noting(), { server: 'noting', to: dashboard.url });
  transport.onmessage = (_message, extra) => passed.push(extra);
  transport.onmessage(call('t'), { authInfo: 1 });
  await transport.send({ ...REPLY, toJSON: () => passed.push('looked at') }, { relatedRequestId: 1 });
  expect(passed).toEqual([{ authInfo: 1 }, { relatedRequestId: 1 }, 'looked at']);
  transport.onmessage = undefined;
  expect(transport.onmessage).toBeUndefined();
});

test('what others wrap around it, too, goes on', async () => {
  const transport = reported(new Handing(), { server: 'wrapped', to: dashboard.url });
  const send = transport.send.bind(transport);
  transport.send = (message) => send(message);
  await answered(transport, 'inner');
  Object.defineProperty(transport, 'onmessage', { value: undefined });
  expect(Object.keys(transport)).toContain('onmessage');
  expect(await arrived(dashboard, 'wrapped')).toMatchObject([{ tool: 'inner' }]);
});

test('reports a request as it came, though its handler changes it and throws', async () => {
  const transport = reported(new Plain(), { server: 'changing', to: dashboard.url });
  transport.onmessage = (message) => {
    Object.assign(message, { params: { name: 'changed' } });
    throw new Error('of the handler');
  };
  expect(() => transport.onmessage?.(call('asked'))).toThrow('of the handler');
  await transport.send(REPLY);
  expect(await arrived(dashboard, 'changing')).toMatchObject([{ tool: 'asked' }]);
});

test('tells apart the calls of several transports of a server, whose ids are the same', async () => {
  const transports = ['one', 'two'].map((tool) => {
    const transport = reported(new Plain(), { server: 'several', to: dashboard.url });
    transport.onmessage = () => {};
    transport.onmessage(call(tool));
    return transport;
  });
  for (const transport of transports) await transport.send(REPLY);
  const items = await arrived(dashboard, 'several', 2);
  expect(items.map(({ tool }) => tool)).toEqual(['two', 'one']);
  const details = await Promise.all(
    items.map(({ id }) => dataOf(dashboard, 'GET /api/v1/responses/:id', { params: { id } })),
  );
  expect(new Set(details.map(({ session }) => session)).size).toBe(2);
});

test('a wrong token costs no report of the same server with the right one, and each is told its own trouble', async () => {
  const closed = await serve({ flags: ['--token', 'a-long-secret-token'] });
  atEnd(() => closed.stop());
  const troubles: string[] = [];
  const reporting = (token: string, who?: string) => ({
    ...{ server: 'secret', to: closed.url, token },
    ...(who !== undefined && { onTrouble: () => troubles.push(who) }),
  });
  const wrong = ['first', 'newest', undefined].map((who) => reported(new Plain(), reporting('wrong', who)));
  for (const transport of wrong) await answered(transport, 'lost');
  await eventually(
    async () => troubles,
    ({ length }) => length > 0,
  );
  await answered(reported(new Plain(), reporting('a-long-secret-token', 'right')), 'kept');
  const asking = { headers: { authorization: 'Bearer a-long-secret-token' }, query: 'server=secret' };
  const { items } = await eventually(
    () => dataOf(closed, 'GET /api/v1/responses', asking),
    (page) => page.items.length > 0,
  );
  expect([items.map(({ tool }) => tool), troubles]).toEqual([['kept'], ['newest']]);
});

class Requests extends Plain {
  handleRequest(): void {}
}
class Posts extends Plain {
  handlePostMessage(): void {}
}

test.each([
  ['stdio', 'a plain transport', new Plain(), undefined],
  ['http', 'one that handles requests', new Requests(), undefined],
  ['http', 'one that handles posted messages', new Posts(), undefined],
  ['http', 'one that is said to', new Plain(), 'http' as const],
])('reports as its transport %s for %s', async (kind, name, transport, said) => {
  await answered(
    reported(transport, { server: name, to: dashboard.url, ...(said && { transport: said }) }),
    't',
  );
  expect(await arrived(dashboard, name)).toHaveLength(1);
  expect(await only(dashboard, name)).toMatchObject({ transport: kind });
});

test('greets the dashboard before its server says anything', async () => {
  reported(new Plain(), { server: 'silent', to: dashboard.url });
  const { hellos } = await eventually(
    () => dataOf(dashboard, 'GET /api/v1/status'),
    (status) => status.hellos.some(({ server }) => server === 'silent'),
  );
  expect(hellos.find(({ server }) => server === 'silent')).toMatchObject({ stage: 'connected', name: null });
});

test('shortens names that are longer than the dashboard takes', async () => {
  const long = (of: string) => of.repeat(1_001);
  const transport = reported(new Plain(), { server: long('s'), to: dashboard.url });
  transport.onmessage = () => {};
  const clientInfo = { name: long('c'), version: long('d') };
  transport.onmessage({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { clientInfo } });
  await transport.send({ ...REPLY, result: { serverInfo: { name: 'n', version: long('v') } } });
  await answered(transport, long('t'));
  const { items } = await eventually(
    () => dataOf(dashboard, 'GET /api/v1/servers'),
    (servers) => servers.items.some(({ name }) => name.startsWith('sss')),
  );
  const server = items.find(({ name }) => name.startsWith('sss'))?.name ?? '';
  const [row] = await arrived(dashboard, server);
  const shown = [row?.server, row?.server_version, row?.client, row?.tool].map((name) => name?.slice(0, 3));
  expect(shown).toEqual(['sss', 'vvv', 'ccc', 'ttt']);
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

test('lets the process end while reports wait', () => {
  const script = `import { reported } from 'mcp-mailroom/middleware';
    const onTrouble = (trouble) => console.error(trouble);
    const transport = reported({ send: async () => {} }, { server: 'ending', to: 'http://127.0.0.1:1', onTrouble });
    transport.onmessage = ({ id }) => void transport.send({ jsonrpc: '2.0', id, result: { content: [] } });
    transport.onmessage({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } });`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: LONGEST_WAIT,
  });
  expect([status, stderr.trimEnd().split('\n').at(-1)]).toEqual([
    0,
    'the process ends; 1 capture may be lost',
  ]);
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
