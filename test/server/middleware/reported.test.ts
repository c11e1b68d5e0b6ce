import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, Server } from '@modelcontextprotocol/server';
import { reported } from 'mcp-mailroom/middleware';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isObject, parseJson } from '../../../shared/json/value.ts';
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

/** Returns the server's stored responses once there are `count`. */
async function stored(count: number): Promise<readonly unknown[]> {
  for (;;) {
    const reply = parseJson(await (await fetch(`${dashboard.url}/api/v1/responses?server=echo`)).text());
    const data = isObject(reply) && isObject(reply.data) ? reply.data : {};
    if (Array.isArray(data.items) && data.items.length >= count) return data.items;
    await sleep(20);
  }
}

test('reports each reply with what is known of the call', async () => {
  const client = await echo(dashboard.url);
  await client.listTools();
  const answer = await client.callTool({ name: 'echo', arguments: { n: 1 } });
  expect(answer.content).toEqual([{ type: 'text', text: '{"success":true,"data":{"n":1}}' }]);
  const [row] = await stored(1);
  expect(row).toMatchObject({
    server: 'echo',
    server_version: '1.2.3',
    client: 'middleware-test',
    tool: 'echo',
    outcome: 'success',
  });
  await client.close();
});

test('without a dashboard, does not affect the server, and says so once', async () => {
  const troubles: string[] = [];
  const client = await echo('http://127.0.0.1:9', (trouble) => troubles.push(trouble));
  for (let call = 0; call < 20; call++) {
    const { content } = await client.callTool({ name: 'echo', arguments: { call } });
    expect(content).toEqual([{ type: 'text', text: `{"success":true,"data":{"call":${call}}}` }]);
  }
  while (troubles.length === 0) await sleep(20);
  await client.close();
  expect(troubles).toHaveLength(1);
});
