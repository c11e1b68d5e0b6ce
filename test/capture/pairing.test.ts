import { describe, expect, test } from 'vitest';
import { type Direction, type Message, Pairing } from '../../server/capture/pairing.ts';
import { isObject, type JsonObject, parseJson } from '../../shared/json.ts';

const ASK = 'client->server' as const;
const ANSWER = 'server->client' as const;

function message(direction: Direction | undefined, value: JsonObject, more: Partial<Message> = {}): Message {
  return { server: 's', direction, message: { value, text: () => JSON.stringify(value) }, ...more };
}

const call = (id: unknown, name: string, more: Partial<Message> = {}) =>
  message(ASK, { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } }, more);
const reply = (id: unknown, text: string, more: Partial<Message> = {}) =>
  message(ANSWER, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } }, more);

/** Returns what the messages result in, in order. */
function paired(...messages: readonly Message[]) {
  const pairing = new Pairing();
  return messages.map((each) => pairing.take(each)).filter((each) => each !== undefined);
}

describe('pairing', () => {
  test('gives a reply the tool, the params and the duration of its call', () => {
    const [found] = paired(call(1, 'add', { at: 100 }), reply(1, 'x', { at: 142 }));
    expect(found).toMatchObject({ tool: 'add', observed_at: 142, duration_ms: 42, server: 's' });
    expect(found?.params?.text()).toBe('{"name":"add","arguments":{}}');
  });

  test('distinguishes the id 1 from the id "1"', () => {
    const found = paired(call(1, 'number'), call('1', 'text'), reply('1', 'a'), reply(1, 'b'));
    expect(found.map(({ tool }) => tool)).toEqual(['text', 'number']);
  });

  test('distinguishes ids beyond 2^53 that are the same number once parsed', () => {
    const [lower, upper] = ['9007199254740992', '9007199254740993'];
    const seen = (direction: Direction, id: string, rest: string): Message => {
      const text = `{"jsonrpc":"2.0","id":${id},${rest}}`;
      const value = parseJson(text);
      return { server: 's', direction, message: { value: isObject(value) ? value : {}, text: () => text } };
    };
    const asked = (id: string, tool: string) =>
      seen(ASK, id, `"method":"tools/call","params":{"name":"${tool}"}`);
    const found = paired(
      asked(lower, 'lower'),
      asked(upper, 'upper'),
      seen(ANSWER, lower, '"result":{"content":[]}'),
      seen(ANSWER, upper, '"result":{"content":[]}'),
    );
    expect(found.map(({ tool }) => tool)).toEqual(['lower', 'upper']);
  });

  test('separates directions: a server’s request with the same id is a different one', () => {
    const asked = message(ANSWER, { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} });
    const answered = message(ASK, { jsonrpc: '2.0', id: 1, result: { role: 'assistant', content: [] } });
    const found = paired(call(1, 'add'), asked, answered, reply(1, 'x'));
    expect(found.map(({ tool }) => tool)).toEqual(['add']);
  });

  test('separates sessions that use the same ids', () => {
    const [a, b] = [{ session: 'a' }, { session: 'b' }];
    const found = paired(call(1, 'first', a), call(1, 'second', b), reply(1, 'x', b), reply(1, 'x', a));
    expect(found.map(({ tool, session }) => [tool, session])).toEqual([
      ['second', 'b'],
      ['first', 'a'],
    ]);
  });

  test('starts over at initialize: a call that was never answered does not get the next session’s reply', () => {
    const initialize = message(ASK, { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    const list = message(ASK, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(paired(call(1, 'lost'), initialize, list, reply(1, 'x'))).toEqual([]);
    expect(paired(call(1, 'lost'), initialize, reply(1, 'x'))).toEqual([]);
  });

  test('accepts only replies to tools/call, including JSON-RPC errors', () => {
    const list = message(ASK, { jsonrpc: '2.0', id: 1, method: 'resources/list' });
    const refused = message(ANSWER, { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'no' } });
    const found = paired(list, reply(1, 'x'), call(2, 'add'), refused);
    expect(found.map(({ tool }) => tool)).toEqual(['add']);
  });

  test('learns about client and server, and the tools on all pages of the newest list', () => {
    const pages = (id: number, cursor: string | undefined, ...names: string[]) => [
      message(ASK, {
        jsonrpc: '2.0',
        id,
        method: 'tools/list',
        params: cursor === undefined ? {} : { cursor },
      }),
      message(ANSWER, { jsonrpc: '2.0', id, result: { tools: names.map((name) => ({ name })) } }),
    ];
    const found = paired(
      message(ASK, {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { clientInfo: { name: 'c', version: '1' } },
      }),
      message(ANSWER, { jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 'n', version: '2.1' } } }),
      call(1, 'a'),
      reply(1, 'x'),
      ...pages(2, undefined, 'old'),
      ...pages(3, undefined, 'a'),
      ...pages(4, 'next', 'b'),
      ...['a', 'b', 'old'].flatMap((name, index) => [call(10 + index, name), reply(10 + index, 'x')]),
    );
    expect(found[0]).toMatchObject({ client: 'c', client_version: '1', server_version: '2.1' });
    expect(found.map(({ tool_listed }) => tool_listed)).toEqual([undefined, true, true, false]);
  });

  test('learns about client and server from _meta if there is no handshake', () => {
    const _meta = { 'io.modelcontextprotocol/clientInfo': { name: 'c', version: '3' } };
    const asked = message(ASK, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't', _meta } });
    expect(paired(asked, reply(1, 'x'))[0]).toMatchObject({ client: 'c', client_version: '3' });
  });

  test('counts replies without a request, but accepts bare messages without one', () => {
    const pairing = new Pairing();
    expect(pairing.take(reply(7, 'x'))).toBeUndefined();
    expect(pairing.unpaired).toBe(1);
    expect(
      pairing.take(message(undefined, { jsonrpc: '2.0', id: 7, result: { content: [] } })),
    ).toBeDefined();
    expect(
      pairing.take(message(undefined, { jsonrpc: '2.0', id: 8, result: { tools: [] } })),
    ).toBeUndefined();
  });

  test('is not misled by hostile names and ids', () => {
    const found = paired(call('__proto__', 'constructor'), reply('__proto__', 'x'), reply('toString', 'x'));
    expect(found.map(({ tool }) => tool)).toEqual(['constructor']);
  });
});
