import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deliver, pauseAfter } from '../../server/capture/dashboard.ts';
import { Sink } from '../../server/capture/sink.ts';
import { dataOf } from '../helpers/ask.ts';
import { atEnd } from '../helpers/at-end.ts';
import { eventually } from '../helpers/eventually.ts';
import { newDatabase } from '../helpers/folder.ts';
import { listening } from '../helpers/listening.ts';
import { pausesOf } from '../helpers/pauses.ts';
import { reverseProxy } from '../helpers/reverse-proxy.ts';
import { type Served, serve } from '../helpers/server.ts';

const capture = (id: number) =>
  JSON.stringify({ server: 'away', id: String(id), tool: 't', response: { success: true, data: id } });

let dashboard: Served;
beforeAll(async () => {
  dashboard = await serve();
});
afterAll(() => dashboard.stop());

/** Returns a sink that sends to an address, and what it tells. */
function sinkTo(address: string, token?: string) {
  const troubles: string[] = [];
  return { sink: new Sink({ address, token }, (trouble) => troubles.push(trouble)), troubles };
}

/** Returns the address of what stands where a dashboard is expected. */
async function addressOf(server: Server): Promise<string> {
  atEnd(() => server.close());
  return `http://127.0.0.1:${await listening(server)}`;
}

test('what was captured while the dashboard was away arrives exactly once when it is back', async () => {
  const db = newDatabase();
  const before = await serve({ db });
  await before.stop();

  const troubles: string[] = [];
  const sink = new Sink(
    { address: before.url, token: undefined },
    (trouble) => troubles.push(trouble),
    () => troubles.push('they arrive again'),
  );
  for (let id = 0; id < 1200; id++) sink.push(capture(id));
  await eventually(
    async () => troubles.length,
    (count) => count > 0,
  );
  expect(troubles[0]).toMatch(/^cannot reach .+; captures are queued$/);

  const after = await serve({ db, flags: ['--port', new URL(before.url).port] });
  atEnd(() => after.stop());
  await eventually(
    async () => sink.totals.sent,
    (sent) => sent === 1200,
  );
  const { total } = await dataOf(after, 'GET /api/v1/responses', { query: 'server=away&from=-1h' });
  expect(total).toBe(1200);
  expect(await sink.close(1000)).toMatchObject({ sent: 1200, dropped: 0 });
  expect(troubles.slice(1)).toEqual(['they arrive again']);
});

test('a dashboard that refuses captures is reported once, with the reason', async () => {
  const closed = await serve({ flags: ['--token', 'a-long-secret-token'] });
  atEnd(() => closed.stop());
  const { sink, troubles } = sinkTo(closed.url, 'wrong');
  for (let id = 1; id <= 3; id++) {
    sink.push(capture(id));
    await eventually(
      async () => sink.totals.dropped,
      (dropped) => dropped === id,
    );
  }
  expect(troubles).toEqual([expect.stringMatching(/ answered 401: .+; captures are lost$/)]);
});

test('a rejected capture is reported, and the next one only after something has arrived', async () => {
  const { sink, troubles } = sinkTo(dashboard.url);
  const refused = JSON.stringify({ server: 'away', tool: 't'.repeat(1001), response: {} });
  const told: number[] = [];
  for (const [index, each] of [refused, refused, capture(1), refused].entries()) {
    sink.push(each);
    await eventually(
      async () => sink.totals.dropped + sink.totals.sent,
      (done) => done === index + 1,
    );
    told.push(troubles.length);
  }
  expect(told).toEqual([1, 1, 1, 2]);
  expect(troubles[0]).toMatch(/ rejected a capture: Payload exceeds tool length limit .+; it is lost$/);
});

test('drops and counts the oldest if too much is waiting, and ends at once without a dashboard', async () => {
  const { sink, troubles } = sinkTo('http://127.0.0.1:1');
  for (let id = 0; id < 10_500; id++) sink.push(capture(id));
  expect(sink.totals.dropped).toBe(500);
  expect(await sink.close(60_000)).toMatchObject({ sent: 0, dropped: 10_500 });
  // Nothing is queued any more.
  expect(troubles).toEqual([]);
});

test('drops the oldest if too many bytes are waiting', async () => {
  const { sink } = sinkTo('http://127.0.0.1:1');
  const large = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 70; n++) sink.push(large);
  expect(sink.totals.dropped).toBe(6);
  expect(await sink.close(60_000)).toMatchObject({ sent: 0, dropped: 70 });
});

test('drops the oldest if too many bytes are waiting once a request has failed', async () => {
  const server = createServer();
  const address = await addressOf(server);
  const { sink } = sinkTo(address);
  const large = 'x'.repeat(1024 * 1024);
  const [first] = await Promise.all([
    once(server, 'connection').then(async ([socket]) => [socket, await once(socket, 'data')]),
    ...Array.from({ length: 4 }, () => sink.push(large)),
  ]);
  for (let n = 0; n < 61; n++) sink.push(large);
  expect(sink.totals.dropped).toBe(0);
  first[0].destroy();
  // It was sent, but not answered.
  await eventually(
    async () => sink.totals.unanswered,
    (unanswered) => unanswered === 1,
  );
  const { sent, dropped, unanswered } = await sink.close(0);
  expect([sent, dropped + unanswered]).toEqual([0, 65]);
});

test('captures that are too large for one request arrive all the same, however many there are', async () => {
  const { sink } = sinkTo(dashboard.url);
  for (let round = 1; round <= 2; round++) {
    for (let n = 0; n < 8; n++)
      sink.push(JSON.stringify({ server: 'large', tool: 't', response: 'x'.repeat(5_000_000) }));
    await eventually(
      async () => sink.totals,
      ({ sent, dropped }) => sent + dropped === 8 * round,
    );
  }
  expect(sink.totals).toMatchObject({ sent: 16, dropped: 0 });
});

test('a request may take the time that its bytes need at 256 kbit/s, of which a character can be several', async () => {
  const patience = vi.spyOn(AbortSignal, 'timeout');
  atEnd(() => patience.mockRestore());
  const { sink } = sinkTo(dashboard.url);
  const long = JSON.stringify({ server: 'large', response: '詞'.repeat(100_000) });
  sink.push(long);
  await eventually(
    async () => sink.totals,
    ({ sent }) => sent === 1,
  );
  expect(patience).toHaveBeenCalledWith(10_000 + Math.ceil(Buffer.byteLength(long) / 32));
});

test('another try is made after the seconds that the dashboard asks for', async () => {
  const address = await addressOf(
    createHttpServer((asked, answer) => {
      asked.resume().on('end', () => answer.writeHead(429, { 'retry-after': '3' }).end());
    }),
  );
  const { signal } = new AbortController();
  await expect(deliver({ address, token: undefined }, [capture(1)], undefined, signal)).rejects.toMatchObject(
    {
      retryAfter: 3_000,
    },
  );
});

test.each([
  [429, { 'retry-after': '0' }],
  [503, {}],
  [502, {}],
  [500, {}],
])('a capture that was answered with %i is sent again', async (status, headers) => {
  let asked = 0;
  const way = createHttpServer((sent, answer) => {
    asked += 1;
    if (asked === 1) sent.resume().on('end', () => answer.writeHead(status, headers).end());
    else {
      const { method, headers } = sent;
      sent.pipe(
        request(`${dashboard.url}${sent.url}`, { method, headers }, (reply) => {
          reply.pipe(answer.writeHead(reply.statusCode ?? 0, reply.headers));
        }),
      );
    }
  });
  const { sink } = sinkTo(await addressOf(way));
  sink.push(capture(1));
  const done = await eventually(
    async () => sink.totals,
    ({ sent, dropped }) => sent + dropped === 1,
  );
  expect([done.sent, asked]).toEqual([1, 2]);
});

test('captures sent to the address without its base path are lost, and it says where to', async () => {
  const proxy = await reverseProxy(dashboard.url, '/mailroom', 'takes off');
  atEnd(() => proxy.close());
  const address = new URL(proxy.url).origin;
  const { sink, troubles } = sinkTo(address);
  sink.push(capture(1));
  const { reason } = await eventually(
    async () => sink.totals,
    ({ dropped }) => dropped === 1,
  );
  expect(reason).toMatch(/^what answers 404 at .+\/api\/v1\/responses is not Mailroom's API; .+ base path$/);
  expect(troubles).toEqual([`${reason}; captures are lost`]);
});

test('captures that are sent to a server that takes no posts are lost', async () => {
  const address = await addressOf(
    createHttpServer((asked, answer) => {
      asked.resume().on('end', () => answer.writeHead(501).end());
    }),
  );
  const { sink, troubles } = sinkTo(address);
  sink.push(capture(1));
  await eventually(
    async () => sink.totals.dropped,
    (dropped) => dropped === 1,
  );
  expect(troubles).toEqual([expect.stringMatching(/^what answers 501 at .+; captures are lost$/)]);
});

test.each([
  ['a dashboard that asks for a second', 1, 1_000, 1_000],
  ['the same, at the third failure', 3, 1_000, 4_000],
  ['something in front of it that asks for no pause', 1, 0, 500],
  ['the same, at the second failure', 2, 0, 1_000],
  ['one that asks for an hour', 1, 3_600_000, 5_000],
])('the pause for %s', (_what, failures, asked, pause) => {
  expect(pauseAfter(failures, asked)).toBe(pause);
});

test.each<[string, readonly (number | 'broken')[], Record<string, string>, readonly number[]]>([
  [
    'grow while it answers nothing else than 503, and then begin anew',
    [503, 503, 200, 503, 200],
    {},
    [500, 1000, 500],
  ],
  ['are as long as it asks for', [429, 429, 200, 200], { 'retry-after': '1' }, [1000, 2000]],
  ['do not grow while it breaks connections', ['broken', 'broken', 200, 200], {}, [500, 500]],
])('the pauses before a dashboard is tried again %s', async (_, answers, headers, expected) => {
  const left = [...answers];
  const way = createHttpServer((sent, answer) => {
    sent.resume().on('end', () => {
      const status = sent.method === 'GET' ? 200 : left.shift();
      if (typeof status !== 'number') answer.destroy();
      else if (status !== 200) answer.writeHead(status, headers).end();
      else answer.end('{"success":true,"data":{"accepted":1}}');
      if (left.length === 0) way.emit('answered');
    });
  });
  const address = await addressOf(way);
  const pauses = pausesOf('at once');
  const { sink } = sinkTo(address);
  const answered = once(way, 'answered');
  // Of two requests.
  for (let id = 0; id < 501; id++) sink.push(capture(id));
  await answered;
  expect(pauses).toEqual(expected);
});

test('the end does not wait for a pause', async () => {
  const pauses = pausesOf('by their signal');
  const { sink, troubles } = sinkTo('http://127.0.0.1:1');
  sink.push(capture(1));
  while (pauses.length === 0) await new Promise(setImmediate);
  expect(troubles).toEqual([expect.stringMatching(/; captures are queued$/)]);
  expect(await sink.close(1e9)).toMatchObject({ sent: 0, dropped: 1 });
});

test('a capture that ends the dashboard is dropped after three tries alone, and costs no other', async () => {
  const arrived: string[] = [];
  const ending: number[] = [];
  const fragile = createHttpServer(async (sent, answer) => {
    const captures = (await text(sent)).split('\n').filter((line) => line !== '');
    if (captures.includes(capture(5))) {
      ending.push(captures.length);
      answer.destroy();
      return;
    }
    arrived.push(...captures);
    answer.end(JSON.stringify({ success: true, data: { accepted: captures.length } }));
  });
  const address = await addressOf(fragile);
  const { sink, troubles } = sinkTo(address);
  const all = Array.from({ length: 8 }, (_, id) => capture(id));
  for (const each of all) sink.push(each);
  const done = await eventually(
    async () => sink.totals,
    ({ sent, dropped }) => sent + dropped === 8,
  );
  const reason = `${address} broke the connection 3 times over one capture`;
  expect(done).toEqual({ sent: 7, dropped: 1, unanswered: 0, reason });
  expect(arrived).toEqual(all.filter((each) => each !== capture(5)));
  expect(ending).toEqual([8, 4, 2, 2, 1, 1, 1]);
  expect(troubles.at(-1)).toBe(`${reason}; it is lost`);
});

test.each([
  [2, 'and it is dropped as the oldest'],
  [3, 'and it is dropped as what ends the dashboard'],
])('a capture that ends the dashboard costs no other if too many wait at try %i, %s', async (full) => {
  const tries = new Map<string, number>();
  const fragile = createHttpServer(async (sent, answer) => {
    const captures = (await text(sent)).split('\n').filter((line) => line !== '');
    const [first = ''] = captures;
    const tried = (tries.get(first) ?? 0) + 1;
    tries.set(first, tried);
    if (first === capture(0) && tried === full) for (let id = 1; id <= 10_000; id++) sink.push(capture(id));
    if (first === capture(0) || (first === capture(1) && tried === 1)) answer.destroy();
    else answer.end(JSON.stringify({ success: true, data: { accepted: captures.length } }));
  });
  const sink = new Sink({ address: await addressOf(fragile), token: undefined }, () => {});
  sink.push(capture(0));
  const { dropped, unanswered } = await eventually(
    async () => sink.totals,
    ({ sent }) => sent === 10_000,
  );
  expect(dropped + unanswered).toBe(1);
  expect([tries.get(capture(0)), tries.get(capture(1))]).toEqual([full, 2]);
});

test('captures arrive in parts where what is in front of the dashboard takes shorter bodies', async () => {
  const arrived: string[] = [];
  const bodies: number[] = [];
  const way = createHttpServer(async (sent, answer) => {
    const body = await text(sent);
    bodies.push(body.length);
    if (body.length > 300) {
      answer.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>');
      return;
    }
    const captures = body.split('\n');
    arrived.push(...captures);
    const rejected = captures.flatMap((each, index) =>
      each === capture(5) ? [{ index, error: { message: 'the fifth' } }] : [],
    );
    const data = { accepted: captures.length - rejected.length, rejected, rejected_count: rejected.length };
    answer.end(JSON.stringify({ success: true, data }));
  });
  const address = await addressOf(way);
  const { sink, troubles } = sinkTo(address);
  const all = Array.from({ length: 8 }, (_, id) => capture(id));
  const long = JSON.stringify({ server: 'away', response: 'x'.repeat(300) });
  for (const each of [...all, long]) sink.push(each);
  const done = await eventually(
    async () => sink.totals,
    ({ sent, dropped }) => sent + dropped === 9,
  );
  expect(done).toMatchObject({ sent: 7, dropped: 2 });
  expect(arrived).toEqual(all);
  expect(Math.max(...bodies)).toBeGreaterThan(300);
  expect(troubles).toEqual([`${address} rejected a capture: the fifth; it is lost`]);

  sink.push(long);
  const { reason } = await eventually(
    async () => sink.totals,
    ({ dropped }) => dropped === 3,
  );
  expect(reason).toBe('what is in front of it answered 413');
});

test.each(['x', '語'])('no request has more bytes than nginx takes, of captures of %s', async (letter) => {
  const bodies: number[] = [];
  const way = createHttpServer(async (sent, answer) => {
    const body = await text(sent);
    bodies.push(Buffer.byteLength(body));
    const data = { accepted: body.split('\n').length, rejected: [], rejected_count: 0 };
    answer.end(JSON.stringify({ success: true, data }));
  });
  const { sink } = sinkTo(await addressOf(way));
  const start = JSON.stringify({ server: 'away', response: '' });
  // 1 MiB without the ends of 256 lines.
  const words = letter.repeat((4096 - start.length) / Buffer.byteLength(letter));
  for (let n = 0; n < 256; n++) sink.push(JSON.stringify({ server: 'away', response: words }));
  await eventually(
    async () => sink.totals.sent,
    (sent) => sent === 256,
  );
  expect(bodies).toHaveLength(2);
  expect(Math.max(...bodies)).toBeLessThanOrEqual(1024 * 1024);
});

test('a listener that throws costs nothing', async () => {
  const sink = new Sink({ address: dashboard.url, token: undefined }, () => {
    throw new Error('listener');
  });
  sink.push(JSON.stringify({ server: 'away', tool: 5, response: {} }));
  sink.push(capture(1));
  const done = await eventually(
    async () => sink.totals,
    ({ sent, dropped }) => sent + dropped === 2,
  );
  expect(done).toMatchObject({ sent: 1, dropped: 1 });
});

test('a capture is not to blame if every connection breaks', async () => {
  let breaks = 0;
  const away = createServer((socket) => {
    socket.once('data', () => {
      breaks += 1;
      socket.destroy();
    });
  });
  const { sink } = sinkTo(await addressOf(away));
  sink.push(capture(1));
  await eventually(
    async () => breaks,
    (count) => count > 3,
  );
  expect(sink.totals.dropped).toBe(0);
  await sink.close(0);
});

test('what the dashboard has not answered at the end is counted apart from what was not sent', async () => {
  const silent = createServer((socket) => atEnd(() => socket.destroy()));
  const { sink } = sinkTo(await addressOf(silent));
  for (let id = 0; id < 600; id++) sink.push(capture(id));
  await once(silent, 'connection');
  expect(await sink.close(0)).toMatchObject({
    sent: 0,
    dropped: 100,
    unanswered: 500,
    reason: expect.stringMatching(/^http:.+ does not answer$/),
  });
});

test('what was sent again in vain after the connection broke may be stored, and is counted apart from what was not sent', async () => {
  const breaking = createServer((socket) => socket.once('data', () => socket.destroy()));
  const { sink, troubles } = sinkTo(await addressOf(breaking));
  for (let id = 0; id < 600; id++) sink.push(capture(id));
  await eventually(
    async () => troubles,
    ({ length }) => length > 0,
  );
  breaking.close();
  expect(await sink.close(60_000)).toMatchObject({ sent: 0, dropped: 100, unanswered: 500 });
});

test('what was answered once it was sent again makes nothing that is lost later look as if it may be stored', async () => {
  const receipt = { success: true, data: { accepted: 1, quarantined: 0, duplicates: 0, rejected: [] } };
  const answers = [[504], [200, JSON.stringify(receipt)]] as const;
  let asked = 0;
  const way = createHttpServer((sent, answer) => {
    const [status, body] = answers[asked++] ?? [503];
    sent.resume().on('end', () => answer.writeHead(status).end(body));
  });
  const { sink } = sinkTo(await addressOf(way));
  sink.push(capture(1));
  await eventually(
    async () => sink.totals.sent,
    (sent) => sent === 1,
  );
  sink.push(capture(2));
  expect(await sink.close(60_000)).toMatchObject({ sent: 1, dropped: 1, unanswered: 0 });
});

test.each([
  [502, { dropped: 100, unanswered: 500 }],
  [503, { dropped: 600, unanswered: 0 }],
  [504, { dropped: 100, unanswered: 500 }],
])(
  'what was answered with %i in vain may be stored only if a reverse proxy answered',
  async (status, counts) => {
    const way = createHttpServer((sent, answer) => {
      sent.resume().on('end', () => answer.writeHead(status).end());
    });
    const { sink, troubles } = sinkTo(await addressOf(way));
    for (let id = 0; id < 600; id++) sink.push(capture(id));
    await eventually(
      async () => troubles,
      ({ length }) => length > 0,
    );
    expect(await sink.close(60_000)).toMatchObject({ sent: 0, ...counts });
  },
);
