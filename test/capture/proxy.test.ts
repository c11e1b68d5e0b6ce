import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createProxy } from '../../server/capture/http.ts';
import { HttpExchanges } from '../../server/capture/http-exchanges.ts';
import { Sink } from '../../server/capture/sink.ts';
import { Watch } from '../../server/capture/watch.ts';
import type { Passing } from '../../server/capture/watching.ts';
import { dataOf, forgetAll } from '../helpers/ask.ts';
import { certificate } from '../helpers/certificate.ts';
import { eventually } from '../helpers/eventually.ts';
import { newFolder } from '../helpers/folder.ts';
import { listening } from '../helpers/listening.ts';
import { arrived } from '../helpers/post.ts';
import { mailroom } from '../helpers/program.ts';
import { PROGRAM, type Served, serve } from '../helpers/server.ts';

const REPLY = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [] } });

const said = (name: string) =>
  createServer((asked, answer) => {
    const to = new URLSearchParams(asked.url?.split('?')[1]).get('redirect');
    if (to !== null) answer.writeHead(307, { location: to });
    answer.end(`${name} was asked for ${asked.url} as ${asked.headers.host}`);
  });
const target = said('the target');
const stranger = said('a stranger');
const sink = new Sink({ address: 'http://127.0.0.1:1', token: undefined }, () => {});
let dashboard: Served;
let proxy: Server;
let ports = { target: 0, stranger: 0, proxy: 0 };

beforeAll(async () => {
  const port = await listening(target);
  proxy = createProxy(new URL(`http://127.0.0.1:${port}/mcp?key=1`), readAtOnce(sink));
  ports = { target: port, stranger: await listening(stranger), proxy: await listening(proxy) };
  dashboard = await serve();
});
afterEach(() => forgetAll(dashboard));
afterAll(async () => {
  for (const server of [target, stranger, proxy]) server.close();
  await dashboard.stop();
});

/** Reads what passes in this thread, and reports it as of the server `facing`. */
function readAtOnce(reports: Sink) {
  const exchanges = new HttpExchanges(new Watch('facing', 'http', reports));
  return { passed: (passing: Passing) => exchanges.passed(passing), behind: undefined };
}

/** Sends a path and further lines unmodified, which no client does. Returns the answer's body. */
async function ask(
  path: string,
  host = 'localhost',
  port = ports.proxy,
  ...lines: string[]
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const head = [`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: close', ...lines, '', ''];
  socket.write(head.join('\r\n'));
  return (await text(socket)).split('\r\n\r\n')[1] ?? '';
}

test.each([
  ['/', '/mcp?key=1'],
  ['/?a=1', '/mcp?a=1&key=1'],
  ['/mcp', '/mcp?key=1'],
  ['/mcp?key=2&%6Bey=3', '/mcp?key=2&%6Bey=3'],
  ['/other/../path?x=1', '/other/../path?x=1&key=1'],
  ['//', '//?key=1'],
  ['//[', '//[?key=1'],
])('the path %s is the target’s %s', async (path, asked) => {
  expect(await ask(path)).toContain(`the target was asked for ${asked} as 127.0.0.1:${ports.target}`);
});

test.each([
  ['http://127.0.0.1:TARGET/mcp/?x=1#top', 'http://localhost:PROXY/mcp/?x=1#top'],
  ['HTTP://127.0.0.1:TARGET', 'http://localhost:PROXY'],
  ['//127.0.0.1:TARGET/mcp/', 'http://localhost:PROXY/mcp/'],
  ['/mcp/', '/mcp/'],
  ['mcp/?to=http://127.0.0.1:TARGET/', 'mcp/?to=http://127.0.0.1:TARGET/'],
  ['http://127.0.0.1:STRANGER/mcp/', 'http://127.0.0.1:STRANGER/mcp/'],
  ['http://[', 'http://['],
])('a redirect to %s leads to %s', async (to, led) => {
  const at = (address: string) =>
    address
      .replace('TARGET', String(ports.target))
      .replace('PROXY', String(ports.proxy))
      .replace('STRANGER', String(ports.stranger));
  const path = `/mcp?redirect=${encodeURIComponent(at(to))}`;
  const { headers } = await fetch(`http://localhost:${ports.proxy}${path}`, { redirect: 'manual' });
  expect(headers.get('location')).toBe(at(led));
});

/**
 * Runs the program in front of `address`, by default with no dashboard. Returns the two addresses that it prints, what it has
 * said on stderr, and a function that ends it and returns all that it said there.
 */
async function proxyOf(address: string, env: NodeJS.ProcessEnv = {}, to = 'http://127.0.0.1:1') {
  const args = ['proxy', '--target', address, '--listen', '0', '--to', to];
  const program = spawn(PROGRAM, args, { env: { ...process.env, ...env } });
  const ended = once(program, 'close');
  let told = '';
  program.stderr.setEncoding('utf8').on('data', (line: string) => {
    told += line;
  });
  const [printed] = await once(program.stdout.setEncoding('utf8'), 'data');
  const [here = '', , there = ''] = String(printed).trim().split(' ');
  const end = async () => {
    program.kill('SIGTERM');
    await ended;
    return told;
  };
  return { here, there, told: async () => told, end };
}

test('the printed address includes the target’s query without revealing it', async () => {
  const address = `http://127.0.0.1:${ports.target}/mcp?key=secret`;
  const { here, there, end } = await proxyOf(address);
  expect(there).toBe(`http://127.0.0.1:${ports.target}/mcp?…`);
  expect(await (await fetch(here)).text()).toContain('was asked for /mcp?key=secret as ');
  await end();
});

test('requests that get no JSON-RPC reply leave nothing in memory', async () => {
  const busy: Readonly<Record<string, Record<string, string>>> = {
    '/prose': { 'content-type': 'text/plain' },
    '/message': { 'content-type': 'application/json' },
    '/stream': { 'content-type': 'text/event-stream' },
    '/unreadable': { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  };
  const server = createServer((asked, answer) => {
    const headers = busy[asked.url ?? ''];
    asked.resume().on('end', () => {
      if (headers === undefined) answer.writeHead(200, { 'content-type': 'application/json' }).end(REPLY);
      else answer.writeHead(503, headers).end('busy');
    });
  });
  const env = { NODE_OPTIONS: '--max-old-space-size=96' };
  const { here, end } = await proxyOf(`http://127.0.0.1:${await listening(server)}/`, env);
  const params = { name: 't', arguments: { text: 'x'.repeat(1_000_000) } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const paths = Object.keys(busy);
  for (let n = 0; n < 200; n++) {
    const reply = await fetch(new URL(paths[n % paths.length] ?? '', here), { method: 'POST', body });
    await reply.body?.cancel();
    expect(reply.status).toBe(503);
  }
  expect(await called(here)).toBe(REPLY);
  // Whoever reads them has ended without the memory for it.
  const told = await end();
  expect(told).toContain('mailroom proxy: 1 capture lost: ');
  expect(told).toContain('mailroom proxy: passed on 50 messages without JSON-RPC\n');
  server.close();
});

/** Answers a call of a tool. */
function answering(): Server {
  return createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end(REPLY);
  });
}

/** Calls a tool through the proxy that is `here`. */
async function called(here: string): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(here, { method: 'POST', headers, body })).text();
}

test('the server stays reachable while the dashboard is away, and what was lost is counted at the end', async () => {
  const server = answering();
  const { here, told, end } = await proxyOf(`http://127.0.0.1:${await listening(server)}/mcp`);
  expect(await called(here)).toBe(REPLY);
  const away = 'cannot reach http://127.0.0.1:1: connection refused';
  await eventually(told, (words) => words.includes('captures are queued'));
  expect((await end()).split('\n')).toEqual([
    `mailroom proxy: ${away}; captures are queued; the server stays reachable`,
    `mailroom proxy: 1 capture lost: ${away}`,
    '',
  ]);
  server.close();
});

test('what passed compressed right before the end is counted, also of a stream that is open', async () => {
  // Decoding it takes longer than passing it on.
  const body = `data: ${' '.repeat(8 * 1024 * 1024)}${REPLY}`;
  const sent = {
    '/message': gzipSync(body.slice('data:'.length)),
    '/stream': gzipSync(`${body}\n\n`, { finishFlush: constants.Z_SYNC_FLUSH }),
  };
  const server = createServer(async (asked, answer) => {
    await text(asked);
    answer.setHeader('content-encoding', 'gzip');
    if (asked.url === '/stream') answer.setHeader('content-type', 'text/event-stream').write(sent['/stream']);
    else answer.setHeader('content-type', 'application/json').end(sent['/message']);
  });
  const { here, end } = await proxyOf(`http://127.0.0.1:${await listening(server)}/`);
  const passed = async (path: keyof typeof sent) => {
    const asked = request(new URL(path, here), { method: 'POST' });
    asked.end('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}');
    const [reply] = await once(asked, 'response');
    // That of the stream breaks off.
    reply.on('error', () => {});
    let left = sent[path].length;
    for (; left > 0; ) left -= (await once(reply, 'data'))[0].length;
  };
  await Promise.all([passed('/message'), passed('/stream')]);
  expect(await end()).toContain('mailroom proxy: 2 captures lost: ');
  server.closeAllConnections();
  server.close();
});

test('a message that has passed whole is shown as whole, even while more has to wait', async () => {
  const server = createServer(async (asked, answer) => {
    await text(asked);
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': REPLY.length }).end(REPLY);
  });
  const shown: Passing[] = [];
  const watch = { passed: (passing: Passing) => void shown.push(passing), behind: new Promise(() => {}) };
  const between = createProxy(new URL(`http://127.0.0.1:${await listening(server)}/`), watch);
  expect(await called(`http://127.0.0.1:${await listening(between)}/`)).toBe(REPLY);
  expect(
    shown.map((passing) => ('isWhole' in passing ? [passing.what, passing.isWhole] : passing.what)),
  ).toEqual(['request', 'sent', ['all sent', true], 'reply', 'received', ['all received', true]]);
  for (const one of [between, server]) {
    one.closeAllConnections();
    one.close();
  }
});

test('a body that has to wait is shown to its end before it is said to have passed', async () => {
  const parts = ['{"jsonrpc":"2.0",', '"id":1,', '"method":"ping"}'];
  const server = createServer(async (asked, answer) => {
    await text(asked);
    answer.writeHead(200, { 'content-type': 'application/json' });
    for (const part of parts) answer.write(part);
    answer.end();
  });
  const shown: Passing[] = [];
  const watch = {
    passed: (passing: Passing) => void shown.push(passing),
    get behind() {
      return new Promise((resolve) => setTimeout(resolve, 1));
    },
  };
  const between = createProxy(new URL(`http://127.0.0.1:${await listening(server)}/`), watch);
  const asked = request(`http://127.0.0.1:${await listening(between)}/`, { method: 'POST' });
  for (const part of parts) asked.write(part);
  asked.end();
  const [reply] = await once(asked, 'response');
  expect(await text(reply)).toBe(parts.join(''));
  for (const what of ['sent', 'received'] as const) {
    const end = shown.findIndex((passing) => passing.what === `all ${what}`);
    const chunks = shown.slice(0, end).flatMap((passing) => (passing.what === what ? [passing.chunk] : []));
    expect(Buffer.concat(chunks).toString()).toBe(parts.join(''));
  }
  for (const one of [between, server]) {
    one.closeAllConnections();
    one.close();
  }
});

test('a request that gets no reply is shown to its end, too', async () => {
  const shown: Passing[] = [];
  const watch = { passed: (passing: Passing) => void shown.push(passing), behind: undefined };
  const between = createProxy(new URL('http://127.0.0.1:1/'), watch);
  const address = `http://127.0.0.1:${await listening(between)}/`;
  expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(502);
  await eventually(
    async () => shown.at(-1),
    (last) => last?.what === 'all received',
  );
  expect(shown.at(-1)).toMatchObject({ isWhole: false });
  between.close();
});

test('it is said once captures arrive again', async () => {
  const server = answering();
  let asked = 0;
  const restarting = createServer((sent, answer) => {
    sent.resume();
    if (sent.url !== '/api/v1/responses') answer.end();
    else if (asked++ === 0) answer.writeHead(503).end();
    else answer.end(JSON.stringify({ success: true, data: { accepted: 1 } }));
  });
  const to = `http://127.0.0.1:${await listening(restarting)}`;
  const { here, told, end } = await proxyOf(`http://127.0.0.1:${await listening(server)}/mcp`, {}, to);
  await called(here);
  await eventually(told, (words) => words.includes('again'));
  expect((await end()).split('\n')).toEqual([
    `mailroom proxy: ${to} answered 503: no reason given; captures are queued; the server stays reachable`,
    `mailroom proxy: captures arrive at ${to} again`,
    '',
  ]);
  restarting.close();
  server.close();
});

test('a capture that the dashboard has not answered at the end is not said to be lost: it may be stored', async () => {
  const server = answering();
  const posts: (string | undefined)[] = [];
  const silent = createServer((asked) => posts.push(asked.url));
  const to = `http://127.0.0.1:${await listening(silent)}`;
  const { here, end } = await proxyOf(`http://127.0.0.1:${await listening(server)}/mcp`, {}, to);
  await called(here);
  await eventually(
    async () => posts,
    (urls) => urls.includes('/api/v1/responses'),
  );
  expect(await end()).toBe(`mailroom proxy: 1 capture may be lost: ${to} does not answer\n`);
  silent.close();
  server.close();
});

test('what was passed on without JSON-RPC, without a request or without its params is counted at the end', async () => {
  const bodies = [
    '{"status":"ok"}',
    JSON.stringify({ jsonrpc: '2.0', id: 9, result: {} }),
    // An event with an id alone, from which a client can resume, is no message, and neither is a ping.
    `id: 1\ndata: \n\nevent: ping\ndata: {}\n\ndata: ${REPLY}\n\n`,
  ];
  const server = createServer((asked, answer) => {
    const body = bodies[Number(asked.url?.slice(1))];
    const type = body?.startsWith('{') ? 'application/json' : 'text/event-stream';
    asked.resume().on('end', () => answer.writeHead(200, { 'content-type': type }).end(body));
  });
  const { here, end } = await proxyOf(`http://127.0.0.1:${await listening(server)}/`, {}, dashboard.url);
  const params = { name: 't', arguments: { data: 'x'.repeat(17_000_000) } };
  const calls = ['{', { method: 'notifications/initialized' }, { id: 1, method: 'tools/call', params }];
  for (const [n, asked] of calls.entries()) {
    const body = typeof asked === 'string' ? asked : JSON.stringify({ jsonrpc: '2.0', ...asked });
    expect(await (await fetch(new URL(String(n), here), { method: 'POST', body })).text()).toBe(bodies[n]);
  }
  // In place of a stream that a server does not offer, it is no message.
  expect(await (await fetch(new URL('1', here))).text()).toBe(bodies[1]);
  expect((await end()).split('\n')).toEqual([
    'mailroom proxy: params of 1 response left out (longer than 8 MiB)',
    'mailroom proxy: passed on 2 messages without JSON-RPC',
    'mailroom proxy: passed on 1 reply without a request',
    '',
  ]);
  expect((await dataOf(dashboard, 'GET /api/v1/responses')).items).toMatchObject([{ tool: 't' }]);
  server.close();
});

test.each([
  ['application/json', REPLY],
  ['text/event-stream', `data: ${REPLY}\n\n`],
])('a reply in %s that is not UTF-8 is passed on as it is, and counted at the end', async (type, reply) => {
  const bytes = Buffer.from(reply.replace('"jsonrpc"', '"caf\xe9":0,"jsonrpc"'), 'latin1');
  const server = createServer((asked, answer) => {
    asked.resume().on('end', () => answer.writeHead(200, { 'content-type': type }).end(bytes));
  });
  const { here, end } = await proxyOf(`http://127.0.0.1:${await listening(server)}/`);
  const passed = await fetch(here, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' });
  expect(Buffer.from(await passed.arrayBuffer())).toEqual(bytes);
  expect(await end()).toBe('mailroom proxy: passed on 1 message without JSON-RPC\n');
  server.close();
});

test('a stream whose lines end in CR is passed on as it is, and its reply is stored', async () => {
  const stream = `event: message\rdata: ${REPLY}\r\r`;
  const server = createServer((asked, answer) => {
    asked
      .resume()
      .on('end', () => answer.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream));
  });
  const { here, end } = await proxyOf(`http://127.0.0.1:${await listening(server)}/`, {}, dashboard.url);
  expect(await called(here)).toBe(stream);
  expect(await end()).toBe('');
  expect((await dataOf(dashboard, 'GET /api/v1/responses')).items).toMatchObject([{ tool: 't' }]);
  server.close();
});

// As the official SDKs do: TypeScript, Python 1, C#; and mcp-framework, without a type.
test.each([
  [null, 'application/json'],
  ['server-error', 'application/json'],
  ['', 'application/json'],
  [null, undefined],
  [null, 'text/plain; charset=utf-8'],
])('a call refused with id %j as %s is a failure of its tool', async (given, type) => {
  const error = { code: -32001, message: 'Session not found' };
  const refused = JSON.stringify({ jsonrpc: '2.0', error, id: given });
  const server = createServer((asked, answer) => {
    asked
      .resume()
      .on('end', () =>
        answer.writeHead(404, type === undefined ? {} : { 'content-type': type }).end(refused),
      );
  });
  const { here, end } = await proxyOf(`http://127.0.0.1:${await listening(server)}/`, {}, dashboard.url);
  const params = { name: 'find_parcel', arguments: { id: 7 } };
  for (const [id, method] of [
    [1, 'server/discover'],
    [2, 'tools/call'],
  ]) {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const headers = { 'content-type': 'application/json', 'mcp-session-id': 'gone' };
    expect(await (await fetch(here, { method: 'POST', headers, body })).text()).toBe(refused);
  }
  // To several requests it could be the answer to any.
  const several = JSON.stringify([3, 4].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params })));
  await fetch(here, { method: 'POST', body: several });
  expect(await end()).toBe('mailroom proxy: passed on 1 reply without a request\n');
  const { items } = await dataOf(dashboard, 'GET /api/v1/responses');
  expect(items).toMatchObject([
    { tool: 'find_parcel', outcome: 'failure', code: '-32001', message: 'Session not found' },
  ]);
  expect(
    await dataOf(dashboard, 'GET /api/v1/responses/:id', { params: { id: items[0]?.id ?? '' } }),
  ).toMatchObject({ session: 'gone', raw: expect.stringContaining(`"response":${refused}`) });
  server.close();
});

test('a server that nobody named is named after the host of its address, with its port', async () => {
  const server = answering();
  const port = await listening(server);
  const { here, end } = await proxyOf(`http://127.0.0.1:${port}/mcp?key=secret`, {}, dashboard.url);
  await called(here);
  expect(await end()).toBe('');
  const { items } = await dataOf(dashboard, 'GET /api/v1/responses');
  expect(items.map((row) => row.server)).toEqual([`127.0.0.1:${port}`]);
  server.close();
});

test('a port that is taken is reported in one line', async () => {
  const port = String(ports.target);
  const run = await mailroom(['proxy', '--target', 'http://127.0.0.1:1/', '--listen', port]);
  expect([run.code, run.stdout, run.stderr]).toEqual([
    1,
    '',
    `mailroom proxy: cannot listen on port ${port} of 127.0.0.1: address already in use; choose another with --listen\n`,
  ]);
});

test('a target over TLS is reached if its certificate is trusted, and refused if not', async () => {
  const authority = join(newFolder(), 'authority.pem');
  writeFileSync(authority, certificate.cert);
  const secure = createSecureServer(certificate, (asked, answer) => {
    answer.end(`${asked.url} as ${asked.headers.host}`);
  });
  const origin = `https://localhost:${await listening(secure)}`;
  const trusting = await proxyOf(`${origin}/mcp`, { NODE_EXTRA_CA_CERTS: authority });
  const wary = await proxyOf(`${origin}/mcp`);

  expect(await (await fetch(trusting.here)).text()).toBe(`/mcp as ${new URL(origin).host}`);
  const refused = await fetch(wary.here);
  expect(refused.status).toBe(502);
  expect(await refused.text()).toBe(`mailroom proxy: cannot reach ${origin}: self-signed certificate\n`);

  await Promise.all([trusting.end(), wary.end()]);
  secure.close();
});

test('a target that does not speak TLS is reported as such', async () => {
  const origin = `https://127.0.0.1:${ports.target}`;
  const { here, end } = await proxyOf(`${origin}/mcp`);
  expect(await (await fetch(here)).text()).toBe(
    `mailroom proxy: cannot reach ${origin}: the TLS handshake failed\n`,
  );
  await end();
});

test.each([
  'http://me:pass@127.0.0.1/mcp',
  'http://:pass@127.0.0.1/mcp',
  'ftp://me:pass@127.0.0.1/',
  'http://me:pass@',
])('a target with a password is refused and not repeated: %s', async (address) => {
  const { code, stderr } = await mailroom(['proxy', '--target', address]);
  expect(stderr).toMatch(/^mailroom proxy: --target (?:must not contain|expects) .+\n$/);
  expect(stderr).not.toContain('pass@');
  expect(code).toBe(2);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'the program shuts down cleanly on %s',
  async (signal) => {
    const program = spawn(PROGRAM, [
      'proxy',
      '--target',
      `http://127.0.0.1:${ports.target}/`,
      '--listen',
      '0',
    ]);
    const ended = once(program, 'exit');
    await once(program.stdout, 'data');
    program.kill(signal);
    expect(await ended).toEqual([0, null]);
  },
);

test('a path that looks like an address reaches no other server', async () => {
  expect(await ask(`//127.0.0.1:${ports.stranger}/`)).toContain('the target was asked for //');
});

test.each(['http://127.0.0.1/', 'http://localhost/mcp', '*'])(
  '%s instead of a path reaches nothing',
  async (path) => {
    expect(await ask(path)).toContain('mailroom proxy: the path must begin with /');
  },
);

test.each(['localhost', 'LocalHost:4690', '127.0.0.1:1', '[::1]:4690'])(
  'the host %s is its own',
  async (host) => {
    expect(await ask('/mcp', host)).toContain('the target was asked for ');
  },
);

test.each([
  'evil.example',
  'localhost.evil.example',
  'not-localhost',
  '127.0.0.1:80.evil.example',
  '127x0.0.1',
  '',
])('a page that has itself resolved to this machine as %j reaches nothing', async (host) => {
  expect(await ask('/mcp', host)).toContain('mailroom proxy: unknown host; behind a reverse proxy, ');
});

describe('a proxy before a server', () => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  /** Returns the port of a proxy before an address, which reports to `reports`. */
  async function inFrontOf(address: string, reports = sink): Promise<number> {
    const between = createProxy(new URL(address), readAtOnce(reports));
    undo.push(() => between.close().closeAllConnections());
    return listening(between);
  }

  /** Returns the port of a proxy before a server that answers like this, and reports to `to`. */
  async function facing(answering: RequestListener, to = 'http://127.0.0.1:1'): Promise<number> {
    const server = createServer(answering);
    undo.push(() => server.close().closeAllConnections());
    const reports = new Sink({ address: to, token: undefined }, () => {});
    return inFrontOf(`http://127.0.0.1:${await listening(server)}/mcp`, reports);
  }

  /** Waits until this many replies that {@link facing} passed on are stored. */
  const stored = (count: number) => arrived(dashboard, 'facing', count);

  /** As {@link facing}, a server `at` an address that answers everything with `said` after `HTTP/1.1`, whatever that is. */
  async function facingOdd(said: string): Promise<{ readonly port: number; readonly at: string }> {
    const odd = createTcpServer((socket) => {
      socket.once('data', () => socket.end(`HTTP/1.1 ${said}`));
    });
    undo.push(() => odd.close());
    const at = `http://127.0.0.1:${await listening(odd)}`;
    return { port: await inFrontOf(`${at}/mcp`), at };
  }

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://localhost.evil.example', 403],
    ['http://localhost:6274', 502],
    [undefined, 502],
  ])('does not lend its query to a page of %s: %i', async (origin, status) => {
    const port = await inFrontOf('http://127.0.0.1:1/mcp?key=secret');
    const headers = origin === undefined ? {} : { origin };
    const reply = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers });
    expect(reply.status).toBe(status);
  });

  test.each([
    ['cross-site', 403],
    ['same-site', 502],
    ['none', 502],
  ])('does not lend its query to what is fetched without an origin, %s: %i', async (site, status) => {
    const port = await inFrontOf('http://127.0.0.1:1/mcp?key=secret');
    const reply = await fetch(`http://127.0.0.1:${port}/mcp`, { headers: { 'sec-fetch-site': site } });
    expect(reply.status).toBe(status);
  });

  test('without a query is as open as its target', async () => {
    const port = await facing((asked, answer) => answer.end(asked.headers.origin));
    const reply = await fetch(`http://127.0.0.1:${port}/mcp`, { headers: { origin: 'https://a.example' } });
    expect(await reply.text()).toBe('https://a.example');
  });

  test('that is away says so, without the query', async () => {
    const port = await inFrontOf('http://127.0.0.1:1/mcp?key=secret');
    const reply = await fetch(`http://127.0.0.1:${port}/mcp`);
    expect(reply.status).toBe(502);
    expect(await reply.text()).toBe('mailroom proxy: cannot reach http://127.0.0.1:1: connection refused\n');
  });

  test('passes on status, reason and headers as they are, but for those of one connection', async () => {
    let heard: readonly string[] = [];
    const port = await facing((asked, answer) => {
      heard = asked.rawHeaders;
      const told = [
        'Set-Cookie',
        'a=1',
        'Set-Cookie',
        'b=2',
        'X-Case',
        'Kept',
        'Proxy-Authenticate',
        'Basic',
        'Connection',
        'x-hop, X-Other',
        'X-Hop',
        'here',
        'Access-Control-Expose-Headers',
        'Mcp-Session-Id',
        'Mcp-Session-Id',
        's1',
      ];
      answer.writeHead(418, 'Short and stout', told).end();
    });
    const lines = [
      'X-One: 1',
      'x-one: 2',
      'Authorization: Bearer t',
      'TE: trailers',
      'Proxy-Authorization: p',
      'Connection: X-Once, close',
      'X-Once: 3',
      'Keep-Alive: timeout=5',
      'Proxy-Connection: keep-alive',
      'Trailer: X-Last',
      'Upgrade: other/1',
    ];
    await ask('/mcp', 'localhost', port, ...lines);
    const names = heard.filter((_, at) => at % 2 === 0);
    expect(names.filter((name) => /one|once|auth|te|alive|proxy|trailer|upgrade/i.test(name))).toEqual([
      'X-One',
      'x-one',
      'Authorization',
    ]);

    const reply = await fetch(`http://127.0.0.1:${port}/mcp`);
    expect([reply.status, reply.statusText]).toEqual([418, 'Short and stout']);
    expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const asked = ['x-case', 'mcp-session-id', 'proxy-authenticate', 'x-hop'];
    expect(asked.map((name) => reply.headers.get(name))).toEqual(['Kept', 's1', null, null]);
  });

  test.each([
    ['POST', ['content-length: 0']],
    ['PUT', ['content-length: 0']],
    ['PATCH', ['content-length: 0']],
    ['DELETE', []],
  ])('says of a %s without a body how long that is, if it should', async (method, framing) => {
    let asked = '';
    const raw = createTcpServer((socket) => {
      socket.once('data', (head) => {
        asked = String(head).toLowerCase();
        socket.end('HTTP/1.1 204 None\r\n\r\n');
      });
    });
    undo.push(() => raw.close());
    const port = await inFrontOf(`http://127.0.0.1:${await listening(raw)}/mcp`);
    const socket = connect(port, '127.0.0.1');
    socket.write(`${method} /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 204 /);
    expect(asked.match(/^(?:content-length|transfer-encoding):.*/gm) ?? []).toEqual(framing);
  });

  test('passes on bytes above 0x7F in headers as they are, both ways, and a request without a body as one', async () => {
    const heard: Buffer[] = [];
    const raw = createTcpServer((socket) => {
      socket.once('data', (head) => {
        heard.push(head);
        socket.end('HTTP/1.1 200 OK\r\nX-Latin: caf\xc3\xa9 \xe9\r\nContent-Length: 2\r\n\r\nhi', 'latin1');
      });
    });
    undo.push(() => raw.close());
    const port = await inFrontOf(`http://127.0.0.1:${await listening(raw)}/mcp`);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Latin: caf\xc3\xa9\r\n\r\n',
      'latin1',
    );
    const answer = Buffer.concat(await socket.toArray()).toString('latin1');
    expect(answer).toContain('\r\nX-Latin: caf\xc3\xa9 \xe9\r\n');
    const asked = Buffer.concat(heard).toString('latin1');
    expect(asked).toContain('\r\nX-Latin: caf\xc3\xa9\r\n');
    expect(asked).toMatch(/^content-length: 0\r\n/m);
    expect(asked).not.toMatch(/^transfer-encoding:/im);
  });

  test.each([
    ['transfer-encoding: chunked', (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
    ['connection: close, content-length\r\ncontent-length: LENGTH', (body: string) => body],
  ])('passes on a body of any method where it ends, with %s', async (framing, framed) => {
    const body = 'POST /never HTTP/1.1\r\nhost: x\r\n\r\n';
    const heard: string[] = [];
    const port = await facing(async (asked, answer) => {
      heard.push(`${asked.method} ${asked.url} ${await text(asked)}`);
      answer.end('heard');
    });
    const methods = ['DELETE', 'GET', 'OPTIONS', 'POST', 'PUT'];
    for (const method of methods) {
      const socket = connect(port, '127.0.0.1');
      const head = [
        `${method} /mcp HTTP/1.1`,
        'host: localhost',
        framing.replace('LENGTH', `${body.length}`),
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${framed(body)}`);
      for await (const chunk of socket) if (String(chunk).includes('heard')) break;
    }
    expect(heard).toEqual(methods.map((method) => `${method} /mcp ${body}`));
  });

  test.each([
    ['099 Odd\r\ncontent-length: 2\r\n\r\nhi', 'Invalid status code: 99'],
    ['200 O\u007fK\r\ncontent-length: 2\r\n\r\nhi', 'Invalid character in statusMessage'],
    [
      '101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhi',
      'it switches to another protocol',
    ],
  ])('outlives a reply that it cannot pass on: %j', async (said, reason) => {
    const { port, at } = await facingOdd(said);
    for (let n = 0; n < 2; n++) {
      const reply = await fetch(`http://127.0.0.1:${port}/mcp`);
      expect([reply.status, await reply.text()]).toEqual([
        502,
        `mailroom proxy: cannot pass on a reply of ${at}: ${reason}\n`,
      ]);
    }
  });

  test.each([
    ['200 OK\r\ncontent-length: 2\r\n\r\nhi and more', '200 hi'],
    ['200 OK\r\ncontent-length: 2\r\n\r\nhiHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx', '200 hi'],
    ['204 None\r\ncontent-length: 2\r\n\r\nhi', '204 '],
  ])('passes on a reply that is followed by more than it says: %j', async (said, heard) => {
    const { port } = await facingOdd(said);
    const reply = await fetch(`http://127.0.0.1:${port}/mcp`);
    expect(`${reply.status} ${await reply.text()}`).toBe(heard);
  });

  test('passes on the head of a reply before its body, and lets go of the server with the client', async () => {
    const gone: unknown[] = [];
    const port = await facing((asked, answer) => {
      answer.on('close', () => gone.push(asked.url));
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
    const client = new AbortController();
    const reply = await fetch(`http://127.0.0.1:${port}/events`, { signal: client.signal });
    expect(reply.status).toBe(200);
    client.abort();
    await eventually(
      async () => gone.length,
      (count) => count > 0,
    );
    expect(gone).toEqual(['/events']);
  });

  test('knows the client of a session that the server names once, in its reply to initialize', async () => {
    const port = await facing(async (asked, answer) => {
      const begins = (await text(asked)).includes('initialize');
      const named = begins ? { 'mcp-session-id': 'named once' } : {};
      answer.writeHead(200, { 'content-type': 'application/json', ...named });
      answer.end(REPLY);
    }, dashboard.url);
    const post = async (method: string, params: object, headers: Record<string, string> = {}) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      await (await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body })).text();
    };
    await post('initialize', { clientInfo: { name: 'tester', version: '1' } });
    await post('tools/call', { name: 'add' }, { 'mcp-session-id': 'named once' });
    const items = await stored(1);
    expect(items).toMatchObject([{ tool: 'add', client: 'tester' }]);
    const params = { id: items[0]?.id ?? '' };
    const { session } = await dataOf(dashboard, 'GET /api/v1/responses/:id', { params });
    expect(session).toBe('named once');
  });

  test('reports calls whose session, tool and client have names too long for a capture, shortened', async () => {
    const session = 's'.repeat(700);
    const port = await facing((_, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': session }).end(REPLY);
    }, dashboard.url);
    for (const last of ['a', 'b']) {
      const clientInfo = { name: `${'c'.repeat(250)}${last}`, version: 'v'.repeat(250) };
      for (const [method, params] of [
        ['initialize', { clientInfo }],
        ['tools/call', { name: 't'.repeat(1_500) }],
      ] as const) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
        await (await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body })).text();
      }
    }
    const items = await stored(2);
    expect(new Set(items.map(({ client }) => client)).size).toBe(2);
    for (const { tool, client } of items)
      expect([tool, client]).toEqual([
        expect.stringMatching(/^t+$/),
        expect.stringMatching(/^c{180}…[\da-f]{16}$/),
      ]);
    const params = { id: items[0]?.id ?? '' };
    const known = await dataOf(dashboard, 'GET /api/v1/responses/:id', { params });
    expect(known.session).toMatch(/^s{480}…[\da-f]{16}$/);
  });

  test('reports a reply whose head comes before the request has ended', async () => {
    const port = await facing((asked, answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      asked.resume().on('end', () => answer.end(`data: ${REPLY}\n\n`));
    }, dashboard.url);
    const posting = request(`http://127.0.0.1:${port}/mcp`, { method: 'POST' });
    posting.write('{"jsonrpc":"2.0","id":1,"method":"tools/call",');
    const [reply] = await once(posting, 'response');
    posting.end('"params":{"name":"early"}}');
    expect(await text(reply)).toContain(REPLY);
    const items = await stored(1);
    expect(items).toMatchObject([{ tool: 'early' }]);
  });

  test.each([
    ['without reading any of it', undefined, () => {}],
    ['once it has begun', 'a session', (asked: IncomingMessage) => asked.resume()],
  ])('passes on and reports a refusal before the end of the request, %s', async (_when, session, read) => {
    const refused = JSON.stringify({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32000, message: 'Too large' },
    });
    const port = await facing((asked, answer) => {
      answer.writeHead(413, { 'content-type': 'application/json' }).end(refused);
      read(asked);
    }, dashboard.url);
    const params = { name: 'upload', arguments: { data: 'A'.repeat(8_000_000) } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params });
    const head = [
      'POST /mcp HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      `content-length: ${body.length}`,
      ...(session === undefined ? [] : [`mcp-session-id: ${session}`]),
    ];
    // Sends all of it before it reads anything, as some clients do.
    const socket = connect(port, '127.0.0.1').pause();
    await new Promise<void>((sent) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => sent()));
    expect(
      await eventually(
        async () => String(socket.read() ?? ''),
        (answer) => answer !== '',
      ),
    ).toContain('HTTP/1.1 413');
    socket.destroy();
    const items = await stored(1);
    expect(items).toMatchObject([{ tool: 'upload', code: '-32000', message: 'Too large' }]);
  });

  test('passes on an HTTP+SSE stream whose endpoint is no address', async () => {
    const stream = 'event: endpoint\ndata: http://[\n\nevent: message\ndata: {}\n\n';
    const port = await facing((_, answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).end(stream);
    });
    for (let round = 0; round < 2; round++)
      expect(await (await fetch(`http://127.0.0.1:${port}/sse`)).text()).toBe(stream);
  });

  test.each([{ 'content-length': 100 }, {}])(
    'fails where the server breaks off, with %j',
    async (headers) => {
      const port = await facing((asked, answer) => {
        answer.writeHead(200, headers).write('{"jsonrpc"');
        asked.socket.end();
      });
      const reply = await fetch(`http://127.0.0.1:${port}/mcp`);
      await expect(reply.text()).rejects.toThrow();
    },
  );

  const ENCODED: Readonly<Record<string, (body: string) => string | Buffer>> = {
    identity: (body) => body,
    gzip: gzipSync,
    GZIP: gzipSync,
    deflate: deflateSync,
    'deflate without its header': deflateRawSync,
    br: brotliCompressSync,
    // Says one thing and sends another.
    'br of gzip': gzipSync,
  };

  test.each([
    ['application/json', `\ufeff${REPLY}`],
    ['text/event-stream', `\ufeffdata: ${REPLY}\n\n`],
  ])('reads a reply in %s that begins with a byte order mark, which it passes on', async (type, body) => {
    const port = await facing(async (asked, answer) => {
      await text(asked);
      answer.writeHead(200, { 'content-type': type }).end(body);
    }, dashboard.url);
    const call = `\ufeff${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'marked' } })}`;
    const reply = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body: call });
    expect(Buffer.from(await reply.arrayBuffer()).toString()).toBe(body);
    const items = await stored(1);
    expect(items).toMatchObject([{ tool: 'marked' }]);
  });

  test.each(['server', 'client'])('reads what came compressed before the %s breaks off', async (side) => {
    // More than a decoder gives at once.
    const before = `: ${'x'.repeat(40_000)}\n`;
    const events = gzipSync(`${before}data: ${REPLY}\n\n`, { finishFlush: constants.Z_SYNC_FLUSH });
    const port = await facing(async (asked, answer) => {
      await text(asked);
      answer.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      answer.write(events, () => side === 'server' && answer.destroy());
    }, dashboard.url);
    const tools = Array.from({ length: 20 }, (_, n) => `tool-${n}`);
    await Promise.all(
      tools.map(async (name) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } });
        const { body: stream } = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body });
        const reader = stream?.getReader();
        // What breaks off while it is being read is an error.
        await reader?.read().catch(() => {});
        await reader?.cancel().catch(() => {});
      }),
    );
    const items = await stored(tools.length);
    expect(items.map(({ tool }) => tool).sort()).toEqual(tools.sort());
  });

  test('reports how long a call took, until the last of its reply', async () => {
    const port = await facing(async (asked, answer) => {
      await text(asked);
      answer.writeHead(200, { 'content-type': 'application/json' }).write(REPLY.slice(0, 9));
      setTimeout(() => answer.end(REPLY.slice(9)), 50);
    }, dashboard.url);
    const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}';
    await (await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', body })).text();
    const items = await stored(1);
    expect(items[0]?.duration_ms).toBeGreaterThanOrEqual(45);
  });

  test('passes on compressed replies unchanged, and reads what is in them', async () => {
    const sent = new Map<string, Buffer>();
    const port = await facing(async (asked, answer) => {
      const [, encoding = '', type = ''] = asked.url?.split('/').map(decodeURIComponent) ?? [];
      await text(asked);
      const body = type === 'events' ? `event: message\ndata: ${REPLY}\n\n` : `[${REPLY}]`;
      const bytes = Buffer.from(ENCODED[encoding]?.(body) ?? '');
      sent.set(asked.url ?? '', bytes);
      const media = type === 'events' ? 'Text/Event-Stream' : 'Application/JSON; charset=utf-8';
      answer.writeHead(200, { 'content-type': media, 'content-encoding': encoding.split(' ')[0] }).end(bytes);
    }, dashboard.url);
    for (const encoding of Object.keys(ENCODED)) {
      for (const type of ['events', 'one']) {
        const path = `/${encodeURIComponent(encoding)}/${type}`;
        const params = { name: `${encoding} ${type}` };
        const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
        const socket: Socket = connect(port, '127.0.0.1');
        socket.write(
          `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${call.length}\r\n\r\n${call}`,
        );
        const answer = Buffer.concat(await socket.toArray());
        expect(answer.includes(sent.get(path) ?? 'nothing'), path).toBe(true);
      }
    }
    const readable = Object.keys(ENCODED).slice(0, -1);
    const items = await stored(2 * readable.length);
    expect(items.map(({ tool }) => tool).sort()).toEqual(
      readable.flatMap((encoding) => [`${encoding} events`, `${encoding} one`]).sort(),
    );
  });
});
