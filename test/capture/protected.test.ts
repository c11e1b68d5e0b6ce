import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../helpers/ask.ts';
import { eventually } from '../helpers/eventually.ts';
import { listening } from '../helpers/listening.ts';
import { mailroom } from '../helpers/program.ts';
import { PROGRAM, type Served, serve } from '../helpers/server.ts';

const TOKEN = 'ann:a-long-secret-token';
const headers = { authorization: `Bearer ${TOKEN}` };
const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add"}}';
const REPLY = '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}';

let dashboard: Served;
beforeAll(async () => {
  dashboard = await serve({ flags: ['--token', TOKEN] });
});
afterAll(() => dashboard.stop());

const stored = async (server: string) =>
  (
    await dataOf(dashboard, 'GET /api/v1/responses', { query: `server=${server}&from=-1h`, headers })
  ).items.map(({ tool }) => tool);

/** Both ways to give a token, each for a server of its own. */
const GIVEN: readonly [string, readonly string[], NodeJS.ProcessEnv][] = [
  ['flag', ['--token', TOKEN], {}],
  ['variable', [], { MAILROOM_TOKEN: TOKEN }],
];

describe('a dashboard that requires a token', () => {
  test.each(GIVEN)(
    'gets it from a tap, given as a %s, which has nothing to complain about',
    async (...given) => {
      const [way, flags, env] = given;
      const script = `process.stdin.on('end', () => console.log(${JSON.stringify(REPLY)})).resume()`;
      const args = ['tap', '--server', `tap-${way}`, '--to', dashboard.url, ...flags];
      const run = await mailroom([...args, '--', process.execPath, '-e', script], {
        input: `${CALL}\n`,
        env,
      });
      expect([run.code, run.stdout, run.stderr]).toEqual([0, `${REPLY}\n`, '']);
      expect(await stored(`tap-${way}`)).toEqual(['add']);
    },
  );

  test.each(GIVEN)(
    'gets it from a proxy, given as a %s, which has nothing to complain about',
    async (...given) => {
      const [way, flags, env] = given;
      const server = createServer((_, answer) => {
        answer.writeHead(200, { 'content-type': 'application/json' }).end(REPLY);
      });
      const target = `http://127.0.0.1:${await listening(server)}/mcp`;
      const args = ['--server', `proxy-${way}`, '--target', target, '--listen', '0', '--to', dashboard.url];
      const proxy = spawn(PROGRAM, ['proxy', ...args, ...flags], { env: { ...process.env, ...env } });
      const complaints = text(proxy.stderr);
      const ended = once(proxy, 'close');
      const [printed] = await once(proxy.stdout.setEncoding('utf8'), 'data');
      const { hellos } = await eventually(
        () => dataOf(dashboard, 'GET /api/v1/status', { headers }),
        (status) => status.hellos.some((hello) => hello.server === `proxy-${way}`),
      );
      expect(hellos[0]).toMatchObject({ server: `proxy-${way}`, stage: 'connected' });
      const reply = await fetch(String(printed).split(' ')[0] ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: CALL,
      });
      expect(await reply.text()).toBe(REPLY);
      proxy.kill('SIGTERM');
      expect([await complaints, (await ended)[0]]).toEqual(['', 0]);
      expect(await stored(`proxy-${way}`)).toEqual(['add']);
      server.close();
    },
  );
});
