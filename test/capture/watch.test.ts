import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { HttpExchanges } from '../../server/capture/http-exchanges.ts';
import { Sink } from '../../server/capture/sink.ts';
import { Watch } from '../../server/capture/watch.ts';
import type { Passing, ReadAs } from '../../server/capture/watching.ts';
import { isObject, parseJson } from '../../shared/json/value.ts';
import { listening } from '../helpers/listening.ts';

afterEach(() => void vi.restoreAllMocks());

/** A watch, and a function that ends it and returns the captures that it sent. */
async function watching(transport: 'stdio' | 'http') {
  const captures: unknown[] = [];
  const dashboard = createServer(async (asked, answer) => {
    const body = await text(asked);
    if (asked.url?.endsWith('/responses'))
      captures.push(
        ...body
          .trim()
          .split('\n')
          .map((line) => parseJson(line)),
      );
    answer.setHeader('content-type', 'application/json').end('{"success":true,"data":{"accepted":2}}');
  });
  const address = `http://127.0.0.1:${await listening(dashboard)}`;
  const sink = new Sink({ address, token: undefined }, () => {});
  const end = async () => {
    await sink.close(5_000);
    dashboard.close();
    return captures.filter(isObject);
  };
  return { watch: new Watch('s', transport, sink), end };
}

test('all messages of a chunk passed at the time of the chunk, however long reading them takes', async () => {
  const { watch, end } = await watching('stdio');
  const lines = (...values: readonly object[]) =>
    Buffer.from(values.map((value) => `${JSON.stringify({ jsonrpc: '2.0', ...value })}\n`).join(''));
  // A clock that advances whenever it is read.
  let now = 1_800_000_000_000;
  vi.spyOn(Date, 'now').mockImplementation(() => now++);
  const call = (id: number) => ({ id, method: 'tools/call', params: { name: 'add' } });
  watch.bytes('client->server', lines(call(1), call(2)), Date.now());
  const replies = lines({ id: 1, result: { content: [] } }, { id: 2, result: { content: [] } });
  watch.bytes('server->client', replies, Date.now());
  const times = (await end()).map((one) => [one.observed_at, one.duration_ms]);
  expect(times).toHaveLength(2);
  expect(times[1]).toEqual(times[0]);
});

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add"}}';
const REPLY = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';

/** What passes of a request for `url` and of its reply, the former at 1000 ms, the latter at 1042. */
function* exchange(
  number: number,
  url: string,
  asked: string,
  reply: { readonly readAs: ReadAs; readonly body: string | Buffer; readonly encoding?: string },
  isWhole = true,
): Generator<Passing> {
  const [sent, received] = [1000, 1042].map((at) => ({ exchange: number, at }));
  if (sent === undefined || received === undefined) return;
  yield { ...sent, what: 'request', url, session: undefined };
  yield { ...sent, what: 'sent', chunk: Buffer.from(asked) };
  yield { ...sent, what: 'all sent', isWhole: true };
  const { readAs, body, encoding = '' } = reply;
  yield { ...received, what: 'reply', readAs, encoding, session: undefined };
  yield { ...received, what: 'received', chunk: Buffer.from(body) };
  yield { ...received, what: 'all received', isWhole };
}

test('a reply over HTTP came when the last of it passed, however long decoding it takes', async () => {
  const { watch, end } = await watching('http');
  const exchanges = new HttpExchanges(watch);
  const reply = { readAs: 'message', body: gzipSync(REPLY), encoding: 'gzip' } as const;
  for (const passing of exchange(1, '/mcp', CALL, reply)) exchanges.passed(passing);
  await exchanges.end();
  expect(await end()).toMatchObject([{ tool: 'add', observed_at: 1042, duration_ms: 42 }]);
});

test('a call of several lines, and its reply, are a capture of one', async () => {
  const { watch, end } = await watching('http');
  const exchanges = new HttpExchanges(watch);
  const spaced = (json: string) => JSON.stringify(parseJson(json), null, 2);
  const asked = spaced(CALL.replace('"add"', '"add","arguments":{"n":1}'));
  const reply = { readAs: 'message', body: spaced(REPLY) } as const;
  for (const passing of exchange(1, '/mcp', asked, reply)) exchanges.passed(passing);
  await exchanges.end();
  const params = { name: 'add', arguments: { n: 1 } };
  expect(await end()).toMatchObject([{ tool: 'add', params }]);
});

test.each(['', 'gzip'])(
  'a reply that was cut off is not read, even if it is JSON, encoded as %j',
  async (encoding) => {
    const { watch, end } = await watching('http');
    const exchanges = new HttpExchanges(watch);
    const body = encoding === '' ? REPLY : gzipSync(REPLY);
    const cut = { readAs: 'message', body, encoding } as const;
    for (const passing of exchange(1, '/mcp', CALL, cut, false)) exchanges.passed(passing);
    for (const passing of exchange(2, '/mcp', CALL.replace('add', 'whole'), cut)) exchanges.passed(passing);
    await exchanges.end();
    expect([(await end()).map(({ tool }) => tool), watch.unread]).toEqual([['whole'], 0]);
  },
);

test.each(['', 'gzip'])(
  'what is posted to the endpoint of an HTTP+SSE stream that has ended has its own reply, encoded as %j',
  async (encoding) => {
    const { watch, end } = await watching('http');
    const exchanges = new HttpExchanges(watch);
    const named = 'event: endpoint\ndata: /mcp\n\n';
    const stream = { readAs: 'events', body: encoding === '' ? named : gzipSync(named), encoding } as const;
    for (const passing of exchange(1, '/sse', '', stream)) exchanges.passed(passing);
    await exchanges.end();
    const reply = { readAs: 'message', body: REPLY } as const;
    for (const passing of exchange(2, '/mcp', CALL, reply)) exchanges.passed(passing);
    expect(await end()).toMatchObject([{ tool: 'add' }]);
  },
);

test('an HTTP+SSE stream has the session of the endpoint that it named first', async () => {
  const { watch, end } = await watching('http');
  const exchanges = new HttpExchanges(watch);
  const named = ['/first?session=1', '/second'].map((path) => `event: endpoint\ndata: ${path}\n\n`).join('');
  const stream = [...exchange(1, '/sse', '', { readAs: 'events', body: named })];
  for (const passing of stream.slice(0, -1)) exchanges.passed(passing);
  const accepted = { readAs: 'message', body: '{}' } as const;
  for (const passing of exchange(2, '/first?session=1', CALL, accepted)) exchanges.passed(passing);
  const chunk = Buffer.from(`event: message\ndata: ${REPLY}\n\n`);
  exchanges.passed({ exchange: 1, at: 1042, what: 'received', chunk });
  // The second endpoint is no message, and what answers a post to the first is not looked at.
  expect([(await end()).map(({ tool }) => tool), watch.unread]).toEqual([['add'], 1]);
});
