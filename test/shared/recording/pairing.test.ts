import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type Message, Pairing } from '../../../shared/recording/pairing.ts';
import { ANSWER, ASK, call, message, seen } from './messages.ts';

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

  test('gives no duration without both times, nor one that ran backwards', () => {
    const took = (asked: Partial<Message>, answered: Partial<Message>) =>
      paired(call(1, 'add', asked), reply(1, 'x', answered))[0]?.duration_ms;
    expect(took({ at: 100 }, { at: 100 })).toBe(0);
    expect([took({ at: 100 }, { at: 99 }), took({}, { at: 9 }), took({ at: 9 }, {})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('gives a reply to a call without params none', () => {
    const asked = message(ASK, { jsonrpc: '2.0', id: 1, method: 'tools/call' });
    const [found] = paired(asked, reply(1, 'x'));
    expect([found?.tool, found?.params, found?.tool_listed]).toEqual([undefined, undefined, undefined]);
  });

  test('takes one reply to a call, and none to what has no id', () => {
    const pairing = new Pairing();
    const taken = [call(1, 'add'), reply(1, 'x'), reply(1, 'x')].map((each) => pairing.take(each)?.tool);
    expect([taken, pairing.unpaired]).toEqual([[undefined, 'add', undefined], 1]);
    expect(paired(call(undefined, 'add'), reply(undefined, 'x'))).toEqual([]);
  });

  test('leaves a call open at a message that is neither a request nor an answer', () => {
    const found = paired(call(1, 'add'), message(ANSWER, { jsonrpc: '2.0', id: 1 }), reply(1, 'x'));
    expect(found.map(({ tool, response }) => [tool, response.text()])).toEqual([
      ['add', reply(1, 'x').message.text()],
    ]);
  });

  test.each([null, 5, 'text', []])('is not misled by a result that is %j', (result) => {
    const bare = (value: JsonObject) => message(undefined, { jsonrpc: '2.0', id: 1, ...value });
    const asked = bare({ method: 'tools/call', params: { name: 'add' } });
    expect(paired(bare({ result }))).toEqual([]);
    expect(paired(asked, bare({ result })).map(({ tool }) => tool)).toEqual(['add']);
  });

  test.each([null, 5, {}, { name: 5 }])('takes no tool from params that are %j', (params) => {
    const list = message(ASK, { jsonrpc: '2.0', id: 0, method: 'tools/list' });
    const tools = message(ANSWER, {
      jsonrpc: '2.0',
      id: 0,
      result: { tools: [null, { name: 5 }, { name: 'a' }] },
    });
    const asked = message(ASK, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const [found] = paired(list, tools, asked, reply(1, 'x'));
    expect(found).toMatchObject({ tool: undefined, tool_listed: undefined });
    expect(found?.params?.text()).toBe(JSON.stringify(params));
  });

  test('reads names and versions only if they are text', () => {
    const pairing = new Pairing();
    expect(pairing.about('s')).toEqual({ tools: undefined });
    pairing.take(
      message(ASK, { jsonrpc: '2.0', id: 0, method: 'initialize', params: { clientInfo: { name: 5 } } }),
    );
    pairing.take(
      message(ANSWER, { jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 's', version: 2 } } }),
    );
    expect(pairing.about('s')).toEqual({ name: 's', version: undefined, tools: undefined });
    pairing.take(call(1, 'add'));
    expect(pairing.take(reply(1, 'x'))).toMatchObject({ client: undefined, server_version: undefined });
  });

  test('separates scopes of one session, and tells the session', () => {
    const [one, other] = ['a', 'b'].map((scope) => ({ session: 's1', scope }));
    const found = paired(
      call(1, 'first', one),
      call(1, 'second', other),
      reply(1, 'x', other),
      reply(1, 'x', one),
    );
    expect(found.map(({ tool, session }) => [tool, session])).toEqual([
      ['second', 's1'],
      ['first', 's1'],
    ]);
  });

  test('forgets the oldest of ten thousand calls that nobody answered', () => {
    const calls = Array.from({ length: 10_001 }, (_, id) => call(id, `tool ${id}`));
    const found = paired(...calls, reply(0, 'x'), reply(1, 'x'), reply(10_000, 'x'));
    expect(found.map(({ tool }) => tool)).toEqual(['tool 1', 'tool 10000']);
  });

  test('forgets the oldest of ten thousand sessions', () => {
    const calls = Array.from({ length: 10_001 }, (_, n) => call(1, `tool ${n}`, { session: `${n}` }));
    const answered = (n: number) => reply(1, 'x', { session: `${n}` });
    const replies = [0, 1, 10_000].map(answered);
    // The reply of the forgotten session adds that session again, and the next one is forgotten for it.
    expect(paired(...calls, ...replies).map(({ tool }) => tool)).toEqual(['tool 10000']);
    const kept = calls.slice(0, -1);
    expect(paired(...kept, ...kept.map((_, n) => answered(9_999 - n)))).toHaveLength(10_000);
  });

  test('keeps the call of a session that goes on, however many exchanges without one there are', () => {
    const session = { session: 'long' };
    const scoped = Array.from({ length: 10_001 }, (_, n) => call(1, `tool ${n}`, { scope: `${n}` }));
    const found = paired(
      call(1, 'slow', session),
      ...scoped.slice(0, 9_000),
      call(2, 'quick', session),
      ...scoped.slice(9_000),
      reply(1, 'x', session),
    );
    expect(found.map(({ tool }) => tool)).toEqual(['slow']);
  });

  test('forgets the oldest calls once those without an answer hold more than 64 MiB', () => {
    const size = 20 * 1024 * 1024;
    const calls = Array.from({ length: 4 }, (_, n) => call(n, `tool ${n}`, { session: `${n % 2}`, size }));
    const replies = calls.map((_, n) => reply(n, 'x', { session: `${n % 2}` }));
    expect(paired(...calls, ...replies).map(({ tool }) => tool)).toEqual(['tool 1', 'tool 2', 'tool 3']);
    const answered = calls.flatMap((asked, n) => [asked, replies[n] ?? asked]);
    expect(paired(...answered, ...calls, ...replies)).toHaveLength(7);
  });

  test('a call that is asked again, begun anew or over with its scope holds nothing', () => {
    const half = { size: 40 * 1024 * 1024, session: 'large' };
    const begin = message(ASK, { jsonrpc: '2.0', id: 'i', method: 'initialize', params: {} }, half);
    const small = [call(1, 'kept'), reply(1, 'x')] as const;
    const again = paired(call(1, 'kept'), call(2, 'large', half), call(2, 'large', half), reply(1, 'x'));
    const begun = paired(call(1, 'kept'), call(2, 'large', half), { ...begin, size: 100 }, ...small);
    expect([again.map(({ tool }) => tool), begun.map(({ tool }) => tool)]).toEqual([['kept'], ['kept']]);
    const pairing = new Pairing();
    for (const asked of [call(1, 'kept'), call(2, 'large', half)]) pairing.take(asked);
    pairing.end({ server: 's', session: 'large' });
    pairing.take(call(3, 'other', half));
    expect(pairing.take(reply(1, 'x'))?.tool).toBe('kept');
    expect(pairing.take(reply(3, 'x', { session: 'large' }))?.tool).toBe('other');
  });

  test('answers nothing that was asked in a scope that is over', () => {
    const scope = { scope: 'one' };
    const pairing = new Pairing();
    pairing.take(call(1, 'first', scope));
    pairing.end({ server: 's', ...scope });
    expect([pairing.take(reply(1, 'x', scope)), pairing.unpaired]).toEqual([undefined, 1]);
  });

  test('distinguishes the id 1 from the id "1"', () => {
    const found = paired(call(1, 'number'), call('1', 'text'), reply('1', 'a'), reply(1, 'b'));
    expect(found.map(({ tool }) => tool)).toEqual(['text', 'number']);
  });

  test('recognises a number that comes back as a string, unless that string is pending, too', () => {
    const toolOf = (id: unknown, answered: unknown) => paired(call(id, 'add'), reply(answered, 'x'))[0]?.tool;
    for (const id of [0, 2, -7, 0.5, Number.MAX_SAFE_INTEGER]) expect(toolOf(id, String(id))).toBe('add');
    for (const written of ['02', '2.0', ' 2', '2e0', '0x2', 'two'])
      expect(toolOf(2, written)).toBeUndefined();
    expect([toolOf(0, ''), toolOf(0, '-0'), toolOf('2', 2)]).toEqual([undefined, undefined, undefined]);
    expect(toolOf(2 ** 53, String(2 ** 53))).toBeUndefined();
    const found = paired(call('1', 'text'), call(1, 'number'), reply('1', 'a'), reply('1', 'b'));
    expect(found.map(({ tool }) => tool)).toEqual(['text', 'number']);
  });

  /** A call and its reply, with their ids as they are written. */
  const askedAs = (id: string, tool: string) =>
    seen(ASK, `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${tool}"}}`);
  const answeredAs = (id: string) => seen(ANSWER, `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`);

  test.each([
    ['1', '1.0'],
    ['"a"', '"\\u0061"'],
  ])('recognises the id %s in a reply that writes it as %s', (id, written) => {
    expect(paired(askedAs(id, 'add'), answeredAs(written)).map(({ tool }) => tool)).toEqual(['add']);
  });

  test('distinguishes ids beyond 2^53 that are the same number once parsed', () => {
    const [lower, upper] = ['9007199254740992', '9007199254740993'];
    const found = paired(
      ...[askedAs(lower, 'lower'), askedAs(upper, 'upper')],
      ...[answeredAs(lower), answeredAs(upper)],
    );
    expect(found.map(({ tool }) => tool)).toEqual(['lower', 'upper']);
  });

  test('separates directions: a server’s request with the same id is a different one', () => {
    const asked = message(ANSWER, { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} });
    const answered = message(ASK, { jsonrpc: '2.0', id: 1, result: { role: 'assistant', content: [] } });
    const found = paired(call(1, 'add'), asked, answered, reply(1, 'x'));
    expect(found.map(({ tool }) => tool)).toEqual(['add']);
  });

  test.each([
    ['sampling/createMessage', { role: 'assistant', content: [] }],
    ['elicitation/create', { action: 'accept', content: {} }],
    ['roots/list', { roots: [] }],
  ])('tells a server’s %s from a call where no direction was recorded', (method, answer) => {
    const bare = (value: JsonObject) => message(undefined, { jsonrpc: '2.0', id: 1, ...value });
    const asked = bare({ method: 'tools/call', params: { name: 'add' } });
    const given = bare({ result: { content: [{ type: 'text', text: 'x' }] } });
    const mixed = bare({ result: { ...answer, content: [] } });
    const found = (...messages: readonly Message[]) =>
      paired(...messages).map(({ tool, response }) => [tool, response]);
    expect(found(asked, bare({ method }), bare({ result: answer }), given)).toEqual([['add', given.message]]);
    expect(found(asked, bare({ method }), given, bare({ result: answer }))).toEqual([['add', given.message]]);
    expect(found(bare({ method }), asked, bare({ result: answer }), given)).toEqual([['add', given.message]]);
    expect(found(asked, mixed)).toEqual([['add', mixed.message]]);
  });

  describe('where no direction was recorded', () => {
    const bare = (value: JsonObject) => message(undefined, { jsonrpc: '2.0', id: 3, ...value });
    const asked = (name: string) => bare({ method: 'tools/call', params: { name } });
    const [elicits, pings] = [bare({ method: 'elicitation/create' }), bare({ method: 'ping' })];
    const [given, pong] = [bare({ result: { content: [] } }), bare({ result: {} })];
    const [unable, failed] = [bare({ error: { code: -32601 } }), bare({ error: { code: -32602 } })];

    test.each([
      ['a client’s refusal is not the tool’s reply', [asked('add'), elicits, unable, given], given],
      ['a client’s refusal may come after the tool’s error', [elicits, asked('add'), failed, unable], failed],
      ['a server’s ping leaves the call of its id open', [asked('add'), pings, pong, given], given],
      [
        'a ping leaves a call open that fails',
        [asked('add'), pings, bare({ id: '3', result: {} }), failed],
        failed,
      ],
      ['a ping may be answered after the call of its id', [asked('add'), pings, given, pong], given],
      ['a client’s ping is answered before the call of its id', [pings, pong, asked('add'), failed], failed],
    ])('%s', (_, messages, response) => {
      const pairing = new Pairing();
      const replies = messages.map((each) => pairing.take(each)).filter((each) => each !== undefined);
      expect(replies).toMatchObject([{ tool: 'add', response: response.message }]);
      expect(pairing.unpaired).toBe(0);
    });

    test('a call takes the place of one of its id that was never answered', () => {
      expect(paired(asked('lost'), asked('add'), given).map(({ tool }) => tool)).toEqual(['add']);
    });
  });

  test('keeps servers apart, which use the same ids', () => {
    const [a, b] = [{ server: 'a' }, { server: 'b' }];
    const found = paired(call(1, 'first', a), call(1, 'second', b), reply(1, 'x', b), reply(1, 'x', a));
    expect(found.map(({ tool, server }) => [tool, server])).toEqual([
      ['second', 'b'],
      ['first', 'a'],
    ]);
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

  test('begins anew for what the server asked, too', () => {
    const initialize = message(ASK, { jsonrpc: '2.0', id: 0, method: 'initialize', params: {} });
    const asked = message(ANSWER, { ...call(1, 'lost').message.value });
    const answered = message(ASK, { ...reply(1, 'x').message.value });
    expect(paired(asked, answered)).toHaveLength(1);
    expect(paired(asked, initialize, answered)).toEqual([]);
  });

  test('accepts only replies to tools/call, including JSON-RPC errors', () => {
    const list = message(ASK, { jsonrpc: '2.0', id: 1, method: 'resources/list' });
    const refused = message(ANSWER, { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'no' } });
    const found = paired(list, reply(1, 'x'), call(2, 'add'), refused);
    expect(found.map(({ tool }) => tool)).toEqual(['add']);
  });

  test('takes no refusal of a client’s answer for the reply to a call with the same id', () => {
    const asked = message(ANSWER, { jsonrpc: '2.0', id: 1, method: 'elicitation/create', params: {} });
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { action: 'accept' } });
    const error = { code: -32001, message: 'Session not found' };
    const refused = message(ANSWER, { jsonrpc: '2.0', id: null, error }, { request });
    const found = paired(call(1, 'add'), asked, refused, reply(1, 'x'));
    expect(found.map(({ response }) => response.text())).toEqual([reply(1, 'x').message.text()]);
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

  test('keeps a list of tools until the last page of the next one', () => {
    const page = (id: number, cursor: string | undefined, name: string, nextCursor?: string | null) => [
      message(ASK, {
        jsonrpc: '2.0',
        id,
        method: 'tools/list',
        params: cursor === undefined ? {} : { cursor },
      }),
      message(ANSWER, { jsonrpc: '2.0', id, result: { tools: [{ name }], nextCursor } }),
    ];
    const asked = (id: number) =>
      ['a', 'b'].flatMap((name) => [call(`${id}${name}`, name), reply(`${id}${name}`, 'x')]);
    const found = paired(
      ...[...page(1, undefined, 'a', 'p2'), ...asked(2), ...page(3, 'p2', 'b', null), ...asked(4)],
      ...[...page(5, undefined, 'a', 'p2'), ...asked(6), ...page(7, 'p2', 'c'), ...asked(8)],
    );
    const listed = [true, false, true, true, true, true, true, false];
    expect(found.map(({ tool_listed }) => tool_listed)).toEqual(listed);
  });

  test('knows the version of the server in each session, as there may be several behind one address', () => {
    const hello = (session: string, version: string) => [
      message(ASK, { jsonrpc: '2.0', id: 0, method: 'initialize' }, { session }),
      message(ANSWER, { jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 'n', version } } }, { session }),
    ];
    const asked = (more: Partial<Message>) => [call(1, 'add', more), reply(1, 'x', more)];
    const found = paired(
      ...[...hello('old', '1.0'), ...hello('new', '2.0')],
      ...[...asked({ session: 'old' }), ...asked({ session: 'new' }), ...asked({ scope: 'of one request' })],
    );
    expect(found.map(({ server_version }) => server_version)).toEqual(['1.0', '2.0', '2.0']);
  });

  test('learns tools from a list alone, from whichever page on, whatever else stands in it', () => {
    const listed = (method: string, params: object) =>
      paired(
        message(ASK, { jsonrpc: '2.0', id: 1, method, params }),
        message(ANSWER, { jsonrpc: '2.0', id: 1, result: { tools: [null, {}, { name: 7 }, { name: 'a' }] } }),
        call(2, 'a'),
        reply(2, 'x'),
      )[0]?.tool_listed;
    expect(listed('tools/list', { cursor: 'next' })).toBe(true);
    expect(listed('resources/list', {})).toBeUndefined();
  });

  test('counts the tools that have a name', () => {
    const pairing = new Pairing();
    pairing.take(message(ASK, { jsonrpc: '2.0', id: 1, method: 'tools/list' }));
    const tools = [null, {}, { name: 7 }, { name: 'a' }, { name: 'b' }];
    pairing.take(message(ANSWER, { jsonrpc: '2.0', id: 1, result: { tools } }));
    expect(pairing.about('s').tools).toBe(2);
  });

  test('learns about client and server from _meta if there is no handshake', () => {
    const _meta = { 'io.modelcontextprotocol/clientInfo': { name: 'c', version: '3' } };
    const asked = message(ASK, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't', _meta } });
    expect(paired(asked, reply(1, 'x'))[0]).toMatchObject({ client: 'c', client_version: '3' });
    const told = { _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'n', version: '4' } } };
    const found = paired(
      message(ASK, { jsonrpc: '2.0', id: 1, method: 'server/discover' }),
      message(ANSWER, { jsonrpc: '2.0', id: 1, result: told }),
      call(2, 'add'),
      reply(2, 'x'),
    );
    expect(found).toMatchObject([{ server_version: '4' }]);
  });

  test('counts replies without a request, but accepts bare messages without one', () => {
    const pairing = new Pairing();
    expect(pairing.take(reply(7, 'x'))).toBeUndefined();
    expect(pairing.unpaired).toBe(1);
    expect(pairing.take(message(ASK, { jsonrpc: '2.0', id: 7, result: {} }))).toBeUndefined();
    expect(pairing.unpaired).toBe(1);
    const sampled = { role: 'assistant', content: [] };
    expect(pairing.take(message(undefined, { jsonrpc: '2.0', id: 7, result: sampled }))).toBeUndefined();
    const bare = message(undefined, { jsonrpc: '2.0', id: 7, result: { content: [] } });
    expect(pairing.take({ ...bare, session: 'a', at: 5 })).toEqual({
      response: bare.message,
      server: 's',
      session: 'a',
      observed_at: 5,
    });
    expect(
      pairing.take(message(undefined, { jsonrpc: '2.0', id: 8, result: { tools: [] } })),
    ).toBeUndefined();
  });

  test('is not misled by hostile names and ids', () => {
    const found = paired(call('__proto__', 'constructor'), reply('__proto__', 'x'), reply('toString', 'x'));
    expect(found.map(({ tool }) => tool)).toEqual(['constructor']);
  });
});
