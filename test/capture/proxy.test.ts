import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProxy } from '../../server/capture/http.ts';
import { Sink } from '../../server/capture/sink.ts';
import { Watch } from '../../server/capture/watch.ts';
import { mailroom } from '../helpers/program.ts';
import { PROGRAM } from '../helpers/server.ts';

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const said = (name: string) =>
  createServer((asked, answer) => {
    const to = new URLSearchParams(asked.url?.split('?')[1]).get('redirect');
    if (to !== null) answer.writeHead(307, { location: to });
    answer.end(`${name} was asked for ${asked.url} as ${asked.headers.host}`);
  });
const target = said('the target');
const stranger = said('a stranger');
const sink = new Sink({ address: 'http://127.0.0.1:1', token: undefined }, () => {});
let proxy: Server;
let ports = { target: 0, stranger: 0, proxy: 0 };

beforeAll(async () => {
  const port = await listening(target);
  proxy = createProxy(new URL(`http://127.0.0.1:${port}/mcp?key=1`), new Watch('s', 'http', sink));
  ports = { target: port, stranger: await listening(stranger), proxy: await listening(proxy) };
});
afterAll(() => {
  for (const server of [target, stranger, proxy]) server.close();
});

/** Sends a path unmodified, which no client does. Returns the answer's body. */
async function ask(path: string): Promise<string> {
  const socket = connect(ports.proxy, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  return (await text(socket)).split('\r\n\r\n')[1] ?? '';
}

test.each([
  ['/', '/mcp?key=1'],
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

test('the printed address includes the target’s query without revealing it', async () => {
  const address = `http://127.0.0.1:${ports.target}/mcp?key=secret`;
  const program = spawn(PROGRAM, [
    'proxy',
    '--target',
    address,
    '--listen',
    '0',
    '--to',
    'http://127.0.0.1:1',
  ]);
  const ended = once(program, 'exit');
  const [printed] = await once(program.stdout.setEncoding('utf8'), 'data');
  const [here = '', , there] = String(printed).trim().split(' ');
  expect(there).toBe(`http://127.0.0.1:${ports.target}/mcp?…`);
  expect(await (await fetch(here)).text()).toContain('was asked for /mcp?key=secret as ');
  program.kill('SIGTERM');
  await ended;
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

test('an address instead of a path reaches no other server', async () => {
  for (const start of ['//', 'http://'])
    expect(await ask(`${start}127.0.0.1:${ports.stranger}/`)).toContain('the target was asked for ');
});
