import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, dataOf } from '../helpers/ask.ts';
import { atEnd } from '../helpers/at-end.ts';
import { folderOfFile } from '../helpers/folder.ts';
import { listening } from '../helpers/listening.ts';
import { mailroom, type RunOptions } from '../helpers/program.ts';
import { type Served, serve } from '../helpers/server.ts';

const recording = (name: string) =>
  fileURLToPath(new URL(`../corpus/traffic/${name}.jsonl`, import.meta.url));

let dashboard: Served;
const folder = folderOfFile();
/** Pauses for 23 s in all, in which the other tests run. */
let triedInVain: ReturnType<typeof tryInVain>;
beforeAll(async () => {
  dashboard = await serve();
  triedInVain = tryInVain();
});
afterAll(async () => {
  await triedInVain;
  await dashboard.stop();
});

async function load(args: readonly string[], options?: RunOptions) {
  const { code, stdout, stderr } = await mailroom(['import', ...args], options);
  return { code, said: stdout, stderr };
}

/** Imports into a dashboard that stays away. */
async function tryInVain() {
  let asked = 0;
  const busy = createHttpServer((_request, reply) => {
    asked += 1;
    reply.writeHead(503, { 'retry-after': '0' }).end();
  });
  const to = `http://127.0.0.1:${await listening(busy)}`;
  const run = await load(['-', '--to', to, '--server', 's'], { input: '{"success":true,"data":1}\n' });
  busy.close();
  return { ...run, asked };
}

const stored = (served: Pick<Served, 'url'>, server: string) =>
  dataOf(served, 'GET /api/v1/responses', { query: `server=${server}&limit=100&from=0` });

describe('a recording', () => {
  test('is in the dashboard as the server sent it, with what its handshake said', async () => {
    const run = await load([recording('n8n-mcp-api'), '--to', dashboard.url]);
    expect(run).toEqual({ code: 0, said: '26 responses imported\n', stderr: '' });
    const { items } = await stored(dashboard, 'n8n-mcp-api');
    expect(items).toHaveLength(26);
    const oldest = items.at(-1);
    expect(oldest).toMatchObject({
      tool: 'n8n_list_workflows',
      client: 'traffic-recorder',
      server_version: '2.87.0',
      observed_at: '2026-11-21T02:19:34.961Z',
      duration_ms: 28,
    });
    const { raw } = await dataOf(dashboard, 'GET /api/v1/responses/:id', {
      params: { id: oldest?.id ?? '' },
    });
    const line = readFileSync(recording('n8n-mcp-api'), 'utf8').split('\n')[4] ?? '';
    expect(raw).toContain(`"response":${line.slice(line.indexOf('"msg":') + 6, -1)}}`);
  });

  test('adds nothing when it is imported again, also from stdin', async () => {
    await load([recording('server-memory'), '--to', dashboard.url]);
    const again = await load([recording('server-memory'), '--to', dashboard.url]);
    const piped = await load(['-', '--to', dashboard.url], {
      input: readFileSync(recording('server-memory')),
    });
    for (const run of [again, piped])
      expect(run).toMatchObject({ code: 0, said: '0 responses imported, 17 already stored\n' });
  });

  test('can be stored in a database file without a dashboard', async () => {
    const db = join(folder, 'offline.db');
    const run = await load([recording('server-memory'), '--db', db]);
    expect(run).toEqual({ code: 0, said: '17 responses imported\n', stderr: '' });
    const served = await serve({ db });
    atEnd(() => served.stop());
    expect((await stored(served, 'server-memory')).items).toHaveLength(17);
    const locked = await load([recording('server-memory'), '--db', db]);
    expect(locked.code).toBe(1);
    expect(locked.stderr).toMatch(
      /^mailroom import: cannot open database .*offline\.db: .+; if a dashboard is running on it, use --to\n$/,
    );
  });
});

describe('captures', () => {
  test('from stdin keep their bytes; what is unreadable or rejected is reported by line, the rest is imported', async () => {
    const odd = '{"server":"odd", "tool":"t","response" : {"n":1.0,"n":2,"big":1e400}}';
    const input = `${odd}\nnot json\n{"response":{}}\n{"server":"odd","response":${JSON.stringify('x'.repeat(17_000_000))}}\n`;
    const run = await load(['-', '--to', dashboard.url], { input });
    expect(run.said).toBe('1 response imported, 1 rejected, 2 lines unreadable\n');
    const told = run.stderr.trim().split('\n');
    expect(told).toHaveLength(3);
    expect(told[0]).toMatch(/^stdin:2: not JSON: /);
    expect(told[1]).toBe("stdin:3: Missing required parameter 'server'");
    expect(told[2]).toMatch(/^stdin:4: Payload exceeds /);
    expect(run.code).toBe(2);
    const { items } = await stored(dashboard, 'odd');
    const { raw } = await dataOf(dashboard, 'GET /api/v1/responses/:id', {
      params: { id: items[0]?.id ?? '' },
    });
    // Unchanged, apart from the id that makes importing it twice harmless.
    expect(raw).toMatch(/,"id":"recorded-[\w-]+"\}$/);
    expect(raw.replace(/,"id":"recorded-[\w-]+"\}$/, '}')).toBe(odd);
  });

  test('that are all rejected are reported by line, and make the exit code 1', async () => {
    const long = `{"server":"long","response":${JSON.stringify('x'.repeat(17_000_000))}}\n`;
    const run = await load(['-', '--to', dashboard.url], { input: long });
    expect([run.said, run.code]).toEqual(['0 responses imported, 1 rejected\n', 1]);
    expect(run.stderr).toMatch(/^stdin:1: Payload exceeds .+\n$/);
  });

  test('that are too large to be sent cost no other, wherever they stand', async () => {
    const small = '{"server":"around","response":{"success":true}}\n';
    const sent = (length: number) => `{"server":"around","response":"${'x'.repeat(length)}"}\n`;
    const input = small.repeat(900) + sent(31_500_000) + small + sent(33_554_350) + small;
    const run = await load(['-', '--to', dashboard.url], { input });
    expect([run.said, run.code]).toEqual(['902 responses imported, 2 rejected\n', 1]);
    expect(run.stderr).toMatch(/^stdin:901: Payload exceeds .+\nstdin:903: Payload exceeds .+\n$/);
  });

  test('that are rejected among others are reported by their own lines', async () => {
    const nested = (levels: number) =>
      `{"server":"nested","response":${'['.repeat(levels)}${']'.repeat(levels)}}\n`;
    const run = await load(['-', '--to', dashboard.url], { input: nested(1) + nested(999) + nested(2) });
    expect([run.said, run.code]).toEqual(['2 responses imported, 1 rejected\n', 1]);
    expect(run.stderr).toMatch(/^stdin:2: .*depth.*\n$/);
  });

  test('that something in front of the dashboard takes in parts alone are counted in all', async () => {
    const narrow = createHttpServer(async (asked, answer) => {
      const body = await text(asked);
      if (body.includes('\n')) {
        answer.writeHead(413).end();
        return;
      }
      const { 'content-type': type = '' } = asked.headers;
      const reply = await fetch(`${dashboard.url}${asked.url}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      answer.writeHead(reply.status).end(await reply.text());
    });
    const sent = (observed_at: number | string, id?: string, response: unknown = { success: true }) =>
      JSON.stringify({ server: 'narrow', observed_at, id, response });
    const deep: unknown = JSON.parse('['.repeat(999) + ']'.repeat(999));
    const input = [
      sent('2019-01-01T00:00:00Z'),
      sent(Date.now(), 'one'),
      sent(Date.now(), 'one'),
      sent('2018-01-01T00:00:00Z'),
      sent(Date.now(), 'two', deep),
      sent(Date.now(), 'one'),
    ].join('\n');
    const run = await load(['-', '--to', `http://127.0.0.1:${await listening(narrow)}`], { input });
    narrow.close();
    expect(run.said).toBe(
      '3 responses imported, 2 of them quarantined for their time, 2 already stored, 1 rejected\n',
    );
    expect(run.stderr).toMatch(/^stdin:5: .*depth.*\n$/);
  });

  test.each([
    ['captures without an id', '{"server":"twice-a","response":{"success":true},"id":null }\n'.repeat(2)],
    ['bare envelopes', '{"success":true,"data":1}\r\n{"success":true,"data":1}\r\n'],
    ['a batch that says one thing twice', '{"success":false}\n[{"success":true},{"success":true}]\n'],
  ])('and envelopes are stored once, however often they are imported: %s', async (name, input) => {
    const imported = async (path: string, piped?: string) =>
      (await load([path, '--to', dashboard.url, '--server', name], { input: piped ?? '' })).said;
    const many = input.split('"success"').length - 1;
    const all = `${many} responses imported\n`;
    const [monday, tuesday] = ['monday', 'tuesday'].map((day) => join(folder, `${day}.jsonl`));
    for (const path of [monday ?? '', tuesday ?? '']) {
      writeFileSync(path, input);
      expect(await imported(path)).toBe(all);
      expect(await imported(path)).toBe(`0 responses imported, ${many} already stored\n`);
    }
    // Input that is piped twice may have happened twice.
    expect([await imported('-', input), await imported('-', input)]).toEqual([all, all]);
  });

  test('after a batch in the first line are stored, however alike they are', async () => {
    const batch = '[{"success":true,"data":1},{"success":true,"data":1}]';
    const input = `${batch}\n{"success":true,"data":1}\n`;
    expect((await load(['-', '--to', dashboard.url, '--server', 'batch'], { input })).said).toBe(
      '3 responses imported\n',
    );
  });

  test('of a log whose times have fractions of a millisecond have them all the same', async () => {
    const message = (dir: string, ts: number, msg: object) =>
      JSON.stringify({ ts, dir, server: 'fractions', msg: { jsonrpc: '2.0', id: 1, ...msg } });
    const now = Date.now();
    const input = [
      message('client->server', now + 0.25, { method: 'tools/call', params: { name: 't' } }),
      message('server->client', now + 5.75, { result: { content: [] } }),
    ].join('\n');
    expect((await load(['-', '--to', dashboard.url], { input })).said).toBe('1 response imported\n');
    const { items } = await stored(dashboard, 'fractions');
    expect(items).toMatchObject([{ observed_at: new Date(now + 5).toISOString(), duration_ms: 5 }]);
  });

  test('of a log whose times cannot be read are of now, and counted', async () => {
    const message = (dir: string, ts: unknown, id: number, msg: object) =>
      JSON.stringify({ ts, dir, server: 'misdated', msg: { jsonrpc: '2.0', id, ...msg } });
    const exchange = (ts: unknown, id: number) => [
      message('client->server', ts, id, { method: 'tools/call', params: { name: 't' } }),
      message('server->client', ts, id, { result: { content: [] } }),
    ];
    const times = ['2026-11-20 10:00', '2026-11-20T10:00:00Z', null, { seconds: 5 }];
    const input = times.flatMap(exchange).join('\n');
    const before = Date.now();
    expect((await load(['-', '--to', dashboard.url], { input })).said).toBe(
      '4 responses imported, 2 with an unreadable ts taken as of now\n',
    );
    const { items } = await stored(dashboard, 'misdated');
    expect(items.filter(({ observed_at }) => Date.parse(observed_at) >= before)).toHaveLength(3);
  });

  test('with an impossible time are counted apart', async () => {
    const sent = (observed_at: string) => JSON.stringify({ server: 'ahead', observed_at, response: {} });
    const input = `${sent('2093-01-01T00:00:00Z')}\n${sent(new Date().toISOString())}\n`;
    for (const target of [`--to=${dashboard.url}`, `--db=${join(folder, 'ahead.db')}`]) {
      const { said } = await load(['-', target], { input });
      expect(said).toBe('2 responses imported, 1 of them quarantined for their time\n');
    }
  });

  test('without a request in the file are skipped, and counted', async () => {
    const reply = (id: number) => ({ jsonrpc: '2.0', id, result: {} });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } };
    const input = [reply(7), call, reply(1), reply(8)].map((message) => JSON.stringify(message)).join('\n');
    expect(await load(['-', '--to', dashboard.url, '--server', 'unasked'], { input })).toEqual({
      code: 0,
      said: '1 response imported, 2 responses without a request skipped\n',
      stderr: '',
    });
  });

  test('to calls with long params are imported without these, and counted', async () => {
    const most = 8 * 1024 * 1024;
    const named = (length: number) => ({ name: `é${'x'.repeat(length - '{"name":"é"}'.length - 1)}` });
    const message = (id: number, msg: object) => JSON.stringify({ jsonrpc: '2.0', id, ...msg });
    const input = [most, most + 1, 2 * most + 1]
      .flatMap((length, id) => [
        message(id, { method: 'tools/call', params: named(length) }),
        message(id, { result: { content: [] } }),
      ])
      .join('\n');
    const path = join(folder, 'long-params.jsonl');
    writeFileSync(path, input);
    const { said } = await load([path, '--to', dashboard.url]);
    expect(said).toBe('3 responses imported, params of 2 left out (longer than 8 MiB)\n');
    expect((await load([path, '--to', dashboard.url])).said).toBe(
      '0 responses imported, 3 already stored, params of 2 left out (longer than 8 MiB)\n',
    );
    const { items } = await stored(dashboard, 'long-params');
    const details = items.map(({ id }) => dataOf(dashboard, 'GET /api/v1/responses/:id', { params: { id } }));
    const kept = (await Promise.all(details)).filter(({ raw }) => raw.includes('"params":{'));
    expect(kept.map(({ raw }) => raw.includes(JSON.stringify(named(most))))).toEqual([true]);
  });

  test('of a session whose name is too long for a capture are imported all the same', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't' } };
    const said = (session: string, dir: string, msg: object) =>
      JSON.stringify({ ts: '2026-11-01T00:00:00Z', server: 'long-session', session, dir, msg });
    const input = ['a', 'b']
      .flatMap((last) => [
        said('s'.repeat(600) + last, 'client->server', call),
        said('s'.repeat(600) + last, 'server->client', { jsonrpc: '2.0', id: 1, result: { content: [] } }),
      ])
      .join('\n');
    const run = await load(['-', '--to', dashboard.url], { input });
    expect(run).toEqual({ code: 0, said: '2 responses imported\n', stderr: '' });
  });

  test('that a dashboard exports are judged alike by the linter, and stored alike by another dashboard', async () => {
    const post = (query: string, body: string) =>
      fetch(`${dashboard.url}/api/v1/responses${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    const failed = { success: false, error: { code: 'lost', message: 'm', details: { size: 1 } } };
    const batch = { success: true, results: [failed, failed].map((result, index) => ({ index, result })) };
    const at = Date.now() - 60_000;
    await post('', JSON.stringify({ server: 'out', observed_at: at, tool: 'mcp_aql_read', response: batch }));
    // Over several lines, and only the query and the time of arrival say the rest.
    await post(
      '?server=out',
      `{"tool":"mcp_aql_read",\r\n"n": 1.0,\n"response":${JSON.stringify(failed)}}\n`,
    );
    await post('', JSON.stringify({ server: 'other', response: failed }));

    const exported = async (query: string) =>
      (await ask(dashboard, 'GET /api/v1/responses', { query: `${query}&format=captures` })).text();
    const captures = await exported('server=out');
    // A batch is exported once, also where the rows are those of its members.
    expect(await exported('server=out&category=unknown')).toBe(captures);
    // In the order of time, as rules across responses compare each with those before it; a limit selects the newest.
    const [first = '', second] = captures.split('\n');
    expect(first).not.toContain('"n": 1.0');
    expect(second).toContain('"n": 1.0');
    expect(await exported('server=out&limit=1')).toBe(`${second}\n`);
    expect(await exported('server=out&limit=2')).toBe(captures);

    const linted = await mailroom(['lint', '-', '--format', 'ndjson'], { input: captures });
    const { items } = await stored(dashboard, 'out');
    const isMust = ({ level }: { level: string }) => level === 'must';
    const lines = linted.stdout.toString().trim().split('\n');
    const must = lines.map((line) => JSON.parse(line).violations.filter(isMust).length);
    expect(must).toEqual(items.map((item) => item.must).reverse());

    const other = await serve();
    atEnd(() => other.stop());
    expect((await load(['-', '--to', other.url], { input: captures })).said).toBe('2 responses imported\n');
    const rows = (page: typeof items) => page.map(({ id: _, size: __, ...row }) => row);
    expect(rows((await stored(other, 'out')).items)).toEqual(rows(items));
  });

  test('keep their ids', async () => {
    const sent = '{"server":"own-id","id":"mine","response":{"success":true}}';
    await load(['-', '--to', dashboard.url], { input: sent });
    const { items } = await stored(dashboard, 'own-id');
    const { raw } = await dataOf(dashboard, 'GET /api/v1/responses/:id', {
      params: { id: items[0]?.id ?? '' },
    });
    expect(raw).toBe(sent);
  });

  test('without a response do not count as envelopes of another server, and are reported', async () => {
    const input = [
      '{"server":"x","responce":{"success":true}}',
      '{"server":"x","tool":"t","params":{},"observed_at":0}',
      '{"server":"x","success":true,"data":1}',
      '{"server":"x","uptime":1}',
    ].join('\n');
    const run = await load(['-', '--to', dashboard.url, '--server', 'misspelt'], { input });
    expect([run.said, run.code]).toEqual(['2 responses imported, 2 lines unreadable\n', 2]);
    expect(run.stderr.trim().split('\n')).toEqual([
      'stdin:1: capture without "response"; is "responce" a misspelling of it?',
      'stdin:2: capture without "response"',
    ]);
  });

  test('in server-sent events, also of several lines, are stored as they were sent', async () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}';
    const reply = ['{', '  "jsonrpc": "2.0", "id": 1,', '  "result": {"content": [], "n": 1.0}', '}'];
    const data = reply.map((line) => `data: ${line}\r\n`).join('');
    const input = `event: endpoint\r\ndata: /messages?session=1\r\n\r\ndata: ${call}\r\n\r\nevent: ping\r\ndata: {}\r\n\r\nevent: message\r\nid: 7\r\n${data}\r\n: ping\r\n`;
    const run = await load(['-', '--to', dashboard.url, '--server', 'events'], { input });
    expect(run).toEqual({ code: 0, said: '1 response imported\n', stderr: '' });
    const { items } = await stored(dashboard, 'events');
    expect(items).toMatchObject([{ tool: 't' }]);
    const { raw } = await dataOf(dashboard, 'GET /api/v1/responses/:id', {
      params: { id: items[0]?.id ?? '' },
    });
    expect(raw).toContain(`"response":${reply.join(' ')}`);
  });

  test('that answer a call with neither result nor error are reported', async () => {
    const input = [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}',
      '{"jsonrpc":"2.0","id":1}',
      '{"dir":"server->client","server":"x","msg":{"jsonrpc":"2.0","id":2}}',
      '{"dir":"server->client","server":"x","msg":[{"jsonrpc":"2.0","id":3},4]}',
    ].join('\n');
    const run = await load(['-', '--to', dashboard.url, '--server', 'undefined-result'], { input });
    expect([run.said, run.code]).toEqual(['0 responses imported, 4 lines unreadable\n', 2]);
    expect(run.stderr.trim().split('\n')).toEqual([
      'stdin:2: JSON-RPC message without "method", "result" and "error"',
      'stdin:3: JSON-RPC message without "method", "result" and "error"',
      'stdin:4: JSON-RPC message without "method", "result" and "error"',
      'stdin:4: msg is not a JSON object, so not a JSON-RPC message',
    ]);
  });

  test('in a truncated array are imported up to there, and that is reported', async () => {
    const path = join(folder, 'cut.json');
    writeFileSync(path, '[{"success":true,"data":1},');
    expect(await load([path, '--to', dashboard.url])).toEqual({
      code: 2,
      said: '1 response imported, 1 line unreadable\n',
      stderr: `${path}:2: the array is not closed\n`,
    });
  });

  test('on a disk that fails are imported up to there, and that is reported', async () => {
    const path = join(folder, 'failing.jsonl');
    writeFileSync(path, `{"success":true,"data":1}\n{"success":true,"data":2}\n{"succ`);
    const failing = `import fs from 'node:fs';
      const read = fs.read;
      fs.read = (...first) => {
        read(...first);
        fs.read = (...next) => setImmediate(next.at(-1), Object.assign(new Error('EIO'), { errno: -5 }));
      };`;
    const run = await load([path, '--to', dashboard.url], {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failing)}` },
    });
    expect(run).toEqual({
      code: 2,
      said: '2 responses imported, 1 file unreadable\n',
      stderr: `mailroom import: cannot read ${path}: i/o error\n`,
    });
    expect((await stored(dashboard, 'failing')).items).toHaveLength(2);
  });

  test('that name no server belong to the file’s, in an array too', async () => {
    const captures = Array.from({ length: 2500 }, (_, index) => ({
      tool: `t${index}`,
      response: { success: true },
    }));
    const path = join(folder, 'library.json');
    writeFileSync(path, JSON.stringify(captures, null, 1));
    const run = await load([path, '--to', dashboard.url]);
    expect(run).toEqual({ code: 0, said: '2,500 responses imported\n', stderr: '' });
    const again = await load([path, '--to', dashboard.url]);
    expect(again.said).toBe('0 responses imported, 2,500 already stored\n');
    const { items } = await dataOf(dashboard, 'GET /api/v1/servers');
    expect(items.find(({ name }) => name === 'library')?.responses).toBe(2500);
  });
});

describe('several recordings', () => {
  const one = (tool: string) => `${JSON.stringify({ tool, response: { success: true } })}\n`;

  test('of one name are different ones, and one that is reached by another path is the same', async () => {
    const paths = ['mon', 'tue'].map((day) => join(folder, day, 'calls.jsonl'));
    for (const path of paths) {
      mkdirSync(dirname(path));
      writeFileSync(path, one('a'));
    }
    const flags = ['--to', dashboard.url, '--server', 'days'];
    expect((await load([...paths, ...flags])).said).toBe('2 responses imported\n');
    const link = join(folder, 'linked.jsonl');
    symlinkSync(paths[0] ?? '', link);
    expect((await load([link, ...flags])).said).toBe('0 responses imported, 1 already stored\n');
  });

  test('whose names are too long for a server’s are shortened', async () => {
    const path = join(folder, `${'n'.repeat(220)}.jsonl`);
    writeFileSync(path, one('a'));
    for (const target of [`--to=${dashboard.url}`, `--db=${join(folder, 'long-name.db')}`])
      expect((await load([path, target])).said).toBe('1 response imported\n');
  });

  test('each have their own server, and an unreadable one does not prevent the others', async () => {
    const [first, second] = ['early', 'late'].map((name) => join(folder, `${name}.ndjson`));
    if (first === undefined || second === undefined) throw new Error('no files');
    writeFileSync(first, one('a') + one('b'));
    writeFileSync(second, `${one('c')}nonsense\n`);
    const missing = join(folder, 'missing.ndjson');
    const db = join(folder, 'several.db');
    const piped = JSON.stringify({ server: 'piped', response: { success: true } });
    const run = await load([first, missing, '-', second, '--db', db], { input: piped });
    expect([run.code, run.said]).toEqual([2, '4 responses imported, 1 line unreadable, 1 file unreadable\n']);
    const [absent, broken] = run.stderr.split('\n');
    expect(absent).toBe(`mailroom import: cannot read ${missing}: no such file or directory`);
    expect(broken).toContain(`${second}:2: not JSON`);
    const served = await serve({ db });
    atEnd(() => served.stop());
    const { items } = await dataOf(served, 'GET /api/v1/servers');
    expect(items.map(({ name, responses }) => [name, responses]).toSorted()).toEqual([
      ['early', 2],
      ['late', 1],
      ['piped', 1],
    ]);
  });

  test('are abandoned if nobody accepts the first', async () => {
    const path = join(folder, 'untaken.ndjson');
    writeFileSync(path, one('a'));
    let asked = 0;
    const closed = createHttpServer((_request, reply) => {
      asked += 1;
      reply.writeHead(401).end();
    });
    const run = await load([path, path, '--to', `http://127.0.0.1:${await listening(closed)}`]);
    closed.close();
    expect([run.code, run.said, asked]).toEqual([1, '', 1]);
  });

  test('say so if the only one cannot be read', async () => {
    expect(await load([join(folder, 'missing.ndjson'), '--to', dashboard.url])).toMatchObject({
      code: 2,
      said: '0 responses imported, 1 file unreadable\n',
    });
  });

  test('create no database if none can be read', async () => {
    const [missing, db] = [join(folder, 'missing.ndjson'), join(folder, 'for-nothing.db')];
    const why = `mailroom import: cannot read ${missing}: no such file or directory\n`;
    expect(await load([missing, '--db', db])).toEqual({ code: 2, said: '', stderr: why });
    expect(existsSync(db)).toBe(false);
  });

  test('can include stdin only once', async () => {
    expect(await load(['-', '-'])).toEqual({
      code: 2,
      said: '',
      stderr: 'mailroom import: stdin can be read only once; use - only once\n',
    });
  });
});

test('an unreachable dashboard is tried again, and that is reported', async () => {
  const { port } = new URL(dashboard.url);
  let calls = 0;
  // The connection to the dashboard, which fails at first.
  const way = createServer((socket) => {
    calls += 1;
    if (calls <= 2) socket.destroy();
    else socket.pipe(connect(Number(port), '127.0.0.1')).pipe(socket);
  });
  const to = `http://127.0.0.1:${await listening(way)}`;
  const run = await load(['-', '--to', to, '--server', 'late'], {
    input: '{"success":true,"data":1}\n',
  });
  way.close();
  expect([run.code, run.said]).toEqual([0, '1 response imported\n']);
  expect(run.stderr).toMatch(
    /^mailroom import: cannot reach http:\/\/127\.0\.0\.1:\d+: .+; retrying\.\.\.\n$/,
  );
  expect((await stored(dashboard, 'late')).items).toHaveLength(1);
});

test('a dashboard that stays away is given up after eight tries, and the error says what else there is', async () => {
  const run = await triedInVain;
  expect([run.code, run.said, run.asked]).toEqual([1, '', 8]);
  const [first, last, ...more] = run.stderr.split('\n');
  expect(first).toMatch(/^mailroom import: http:.+ answered 503: .+; retrying\.\.\.$/);
  expect(last).toMatch(/^mailroom import: http:.+; use --db FILE to import without a dashboard$/);
  expect(more).toEqual(['']);
});

const page = { 'content-type': 'text/html' };
test.each([
  [200, page, '<!doctype html><title>Tools</title>'],
  [200, {}, '{"success":true,"data":{"items":[]}}'],
  [301, { location: '/login' }, ''],
  [404, page, '<h1>404 Not Found</h1>'],
  [501, page, '<h1>Unsupported method (POST)</h1>'],
])(
  'what answers %i in place of the dashboard is not taken for it, and not asked again',
  async (status, headers, body) => {
    let asked = 0;
    const other = createHttpServer((sent, reply) => {
      asked += 1;
      sent.resume().on('end', () => reply.writeHead(status, headers).end(body));
    });
    const to = `http://127.0.0.1:${await listening(other)}`;
    const run = await load(['-', '--to', `${to}/`, '--server', 's'], {
      input: '{"success":true,"data":1}\n',
    });
    other.close();
    expect([run.code, run.said, asked]).toEqual([1, '', 1]);
    expect(run.stderr).toBe(
      `mailroom import: what answers ${status} at ${to}/api/v1/responses is not Mailroom's API; give the dashboard's full address, including any base path\n`,
    );
  },
);

test('a dashboard that requires a token gets it, or its absence is reported in one line', async () => {
  const closed = await serve({ flags: ['--token', 'a-long-secret-token'] });
  atEnd(() => closed.stop());
  const args = [recording('server-memory'), '--to', closed.url];
  const refused = await load(args);
  expect(refused.stderr).toMatch(/^mailroom import: http:\/\/127\.0\.0\.1:\d+ answered 401: .+\n$/);
  expect(refused.code).toBe(1);
  const taken = await load(args, { env: { MAILROOM_TOKEN: 'a-long-secret-token' } });
  expect(taken.said).toBe('17 responses imported\n');
});
