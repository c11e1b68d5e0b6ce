import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf, deliver } from '../helpers/ask.ts';
import { carried, mixedCaptures, NOT_FOUND, success, WARNINGS } from '../helpers/captures.ts';
import { folderOfFile } from '../helpers/folder.ts';
import { mailroom } from '../helpers/program.ts';
import { PROGRAM, type Served, serve } from '../helpers/server.ts';

let served: Served;
beforeAll(async () => {
  served = await serve();
  await deliver(served, mixedCaptures());
});
afterAll(() => served.stop());

describe('a running server', () => {
  const get = async (path: string, init?: RequestInit) => {
    const reply = await fetch(`${served.url}${path}`, init);
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };

  test('serves the page at the dashboard’s addresses, but not in place of missing files', async () => {
    const page = await get('/');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect((await get('/errors/some-group')).text).toBe((await get('/traffic')).text);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    for (const path of [
      '/api/',
      '//api/v1/status',
      '/API/v1/status',
      '/healthz/',
      '/Healthz',
      '/readyz/',
      '/metrics/',
    ])
      expect((await get(path)).status).toBe(404);
    expect((await get('/assets/missing.js')).status).toBe(404);
    for (const path of ['..%2f..%2fserver/main.js', '..%2findex.html', '..%2f..%2f..%2fpackage.json'])
      expect((await get(`/assets/${path}`)).status).toBe(404);
  });

  test('has every file the page refers to, and lets hashed ones be cached for ever', async () => {
    const { text } = await get('/');
    const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files.some((path) => path.startsWith('/assets/'))).toBe(true);
    for (const path of files) {
      const file = await get(path);
      expect([path, file.status]).toEqual([path, 200]);
      if (path.startsWith('/assets/')) expect(file.headers.get('cache-control')).toContain('immutable');
      else expect(file.headers.get('cache-control')).toBe('no-cache');
    }
  });

  test('answers conditions that a file does not meet, and gives all of it where a part is requested', async () => {
    const { text } = await get('/traffic');
    const asked = (headers: Record<string, string>) => get('/traffic', { headers });
    expect((await asked({ 'if-match': '"another"' })).status).toBe(412);
    expect((await asked({ 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(412);
    for (const range of ['bytes=0-9', 'bytes=999999-'])
      expect(await asked({ range })).toMatchObject({ status: 200, text });
  });

  test.each(['/api/v1/responses', '/api/v1/responses?format=csv', '/api/v1/nothing', '/metrics', '/healthz'])(
    'lets no cache keep what %s answers',
    async (path) => expect((await get(path)).headers.get('cache-control')).toBe('no-store'),
  );

  test('keeps the page from loading anything from elsewhere and from being framed', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  test('has metrics for Prometheus, with a limited number of names', async () => {
    const { text, headers } = await get('/metrics');
    expect(headers.get('content-type')).toContain('text/plain');
    expect(text).toMatch(/^mailroom_ingest_items_total\{result="accepted"\} 7$/m);
    const counts = (name: string) =>
      text.split('\n').filter((line) => line.startsWith(`mailroom_${name}_total{server="shop"`));
    expect(counts('responses')).toEqual([
      'mailroom_responses_total{server="shop",outcome="success"} 4',
      'mailroom_responses_total{server="shop",outcome="failure"} 2',
      'mailroom_responses_total{server="shop",outcome="unknown"} 0',
    ]);
    const failures = counts('failures');
    expect(failures.filter((line) => !line.endsWith(' 0'))).toEqual([
      'mailroom_failures_total{server="shop",category="not_found"} 1',
      'mailroom_failures_total{server="shop",category="internal"} 1',
    ]);
    // A category's first failure raises a count that Prometheus knows.
    expect(failures).toContain('mailroom_failures_total{server="shop",category="permission"} 0');
    expect(counts('warnings')).toEqual([
      'mailroom_warnings_total{server="shop",severity="high"} 0',
      'mailroom_warnings_total{server="shop",severity="medium"} 3',
      'mailroom_warnings_total{server="shop",severity="low"} 2',
    ]);
    expect(counts('violations')).toContain('mailroom_violations_total{server="shop",level="must"} 1');
    expect(text).toMatch(
      /^mailroom_http_request_duration_seconds_count\{.*route="\/api\/v1\/responses".*\} 1$/m,
    );
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  test.each([
    ['/api/v1/rules', 'gzip', 'gzip'],
    ['/api/v1/rules', 'gzip, br', 'br'],
    ['/api/v1/rules', 'deflate', undefined],
    ['/docs', 'gzip', 'gzip'],
    ['/metrics', 'gzip', 'gzip'],
    ['/healthz', 'gzip', undefined],
  ])('compresses what is worth it: %s for %s with %s', async (path, accepted, encoding) => {
    const asked = request(`${served.url}${path}`, { headers: { 'accept-encoding': accepted } });
    const [reply] = await once(asked.end(), 'response');
    const body = await buffer(reply);
    expect(reply.headers['content-encoding']).toBe(encoding);
    const decoded =
      encoding === 'gzip' ? gunzipSync(body) : encoding === 'br' ? brotliDecompressSync(body) : body;
    expect(decoded.toString()).toMatch(/^(?:\{"success":true|<!doctype html>|# HELP )/);
  });
});

test('metrics count the failures and warnings of batch members, as the pages do, and of a hundred servers', async () => {
  const own = await serve();
  const results = [
    { index: 0, operation: 'find', result: { success: false, error: NOT_FOUND } },
    { index: 1, operation: 'find', result: { success: true, data: 1, warnings: [WARNINGS.slow] } },
  ];
  const response = { success: true, data: null, results, summary: { total: 2, succeeded: 1, failed: 1 } };
  const others = Array.from({ length: 102 }, (_, n) => success({ server: `server-${n}` }));
  await deliver(own, [success({ server: 'nested', response }), ...others]);
  const twice = success({ server: 'server-1', id: 'twice' });
  for (const body of [[twice], [twice, success({ server: 'server-1', tool: 7 })]]) await deliver(own, body);
  const metrics = await (await fetch(`${own.url}/metrics`)).text();
  for (const line of [
    'responses_total{server="nested",outcome="success"} 1',
    'failures_total{server="nested",category="not_found"} 1',
    'warnings_total{server="nested",severity="medium"} 1',
    'responses_total{server="other",outcome="success"} 3',
    'ingest_items_total{result="accepted"} 104',
    'ingest_items_total{result="duplicate"} 1',
    'ingest_items_total{result="rejected"} 1',
    'ingest_bodies_waiting 0',
  ])
    expect(metrics).toContain(`mailroom_${line}\n`);
  const counted = metrics.matchAll(/^mailroom_responses_total\{server="([^"]+)"/gm);
  expect(new Set([...counted].map(([, name]) => name)).size).toBe(101);
  const { total } = await dataOf(own, 'GET /api/v1/errors', { query: 'server=nested' });
  expect(total).toBe(1);
  await own.stop();
});

describe('starting and ending', () => {
  const hasIpv6 = networkInterfaces().lo?.some(({ address }) => address === '::1') === true;
  const folder = folderOfFile();

  /** Opens a connection that says nothing, and a request whose body is awaited. */
  const busy = async ({ url }: Served) => {
    const silent = connect(Number(new URL(url).port), '127.0.0.1');
    await once(silent, 'connect');
    const posting = request(`${url}/api/v1/inspect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', expect: '100-continue' },
    });
    posting.flushHeaders();
    await once(posting, 'continue');
    return { silent, posting };
  };

  test('a shutdown waits for pending requests, but not for idle connections', async () => {
    const ending = await serve();
    const { silent, posting } = await busy(ending);
    const stopped = ending.stop();
    await once(silent, 'close');
    posting.end('"late"');
    const [reply] = await once(posting, 'response');
    expect(JSON.parse(await text(reply)).success).toBe(true);
    expect(await stopped).toBe(0);
  });

  test('a second signal ends it at once, whatever is pending', async () => {
    const ending = await serve();
    const { silent, posting } = await busy(ending);
    posting.on('error', () => {});
    ending.process.kill('SIGINT');
    await once(silent, 'close');
    expect(await ending.stop()).toBe(1);
  });

  const LOOPBACK: readonly (readonly [string, RegExp])[] = [
    [' LocalHost ', /^http:\/\/localhost:\d+$/],
    ['[127.0.0.1]', /^http:\/\/127\.0\.0\.1:\d+$/],
    ...(hasIpv6 ? [['::1', /^http:\/\/\[::1\]:\d+$/] as const] : []),
  ];
  test.each(LOOPBACK)(
    'listens on loopback however that is written, and prints a URL to open: %j',
    async (host, url) => {
      const here = await serve({ flags: ['--host', host] });
      expect(here.url).toMatch(url);
      expect((await fetch(`${here.url}/healthz`)).status).toBe(200);
      expect(await here.stop()).toBe(0);
    },
  );

  test('a client that disconnects in the middle of its body is not logged', async () => {
    const left = await serve();
    let log = '';
    left.process.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    for (const path of ['/api/v1/responses', '/api/v1/inspect']) {
      const posting = request(`${left.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': 100, expect: '100-continue' },
      });
      posting.on('error', () => {});
      posting.flushHeaders();
      await once(posting, 'continue');
      posting.write('{"server":');
      posting.destroy();
    }
    const response = { success: true, data: randomBytes(60_000).toString('hex') };
    const body = gzipSync(JSON.stringify({ server: 'left', response }));
    const head = [
      'POST /api/v1/responses HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      'content-encoding: gzip',
      `content-length: ${body.length}`,
    ].join('\r\n');
    for (let n = 0; n < 20; n++) {
      const whole = connect(Number(new URL(left.url).port), '127.0.0.1').on('error', () => {});
      await new Promise((written) => whole.write(`${head}\r\n\r\n`, written));
      await new Promise((written) => whole.write(body, written));
      whole.resetAndDestroy();
    }
    expect(await left.stop()).toBe(0);
    expect(log).toBe('');
  });

  test('what was stored is still there after a restart', async () => {
    const db = join(folder, 'kept.db');
    const first = await serve({ db });
    await deliver(first, [success(), success()]);
    expect(await first.stop()).toBe(0);
    const second = await serve({ db });
    expect((await dataOf(second, 'GET /api/v1/status')).stored.responses).toBe(2);
    await second.stop();
  });

  test('responses older than --keep are removed, and their counts stay', async () => {
    const db = join(folder, 'aged.db');
    const first = await serve({ db });
    const observed_at = Date.now() - 5 * 86_400_000;
    await deliver(first, [success(), success({ observed_at })]);
    await first.stop();
    const second = await serve({ db, flags: ['--keep', '2d', '--max-size', '1GB'] });
    const status = () => dataOf(second, 'GET /api/v1/status');
    await expect.poll(async () => (await status()).stored.responses, { timeout: 30_000 }).toBe(1);
    expect((await status()).retention).toEqual({ keep_ms: 2 * 86_400_000, max_bytes: 1e9 });
    const { totals } = await dataOf(second, 'GET /api/v1/overview', { query: 'from=-7d' });
    expect(totals.responses).toBe(2);
    await second.stop();
    const { stdout } = await mailroom(['doctor', '--db', db]);
    expect(stdout).toMatch(/^Retention +2 days; responses before \d+ \w+ \d{4}, [\d:]{8} UTC were removed$/m);
  });

  test('a --max-size that cannot be reached is reported, and the newest responses are kept', async () => {
    const db = join(folder, 'large.db');
    const first = await serve({ db });
    const data = () => randomBytes(3000).toString('base64');
    const body = Array.from({ length: 1_100 }, () => success({ response: { success: true, data: data() } }));
    await deliver(first, body);
    await first.stop();
    const second = spawn(PROGRAM, ['serve', '--port', '0', '--db', db, '--max-size', '1MB']);
    let log = '';
    second.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    await expect
      .poll(() => log)
      .toMatch(
        /^mailroom: the database is \d MB larger than --max-size, but nothing more can be removed: .+ the newest 1,000 responses are always kept\n$/,
      );
    second.kill('SIGTERM');
    await once(second, 'exit');
    const { stdout } = await mailroom(['doctor', '--db', db]);
    expect(stdout).toMatch(
      /^Responses +1,000 from .+; 0 recounted \(only of days of which none were removed\)$/m,
    );
    expect(stdout).toMatch(/^Retention +forever, unless --max-size is set; responses before /m);
  });

  test('the database is in the user’s data folder by default', async () => {
    const data = join(folder, 'data');
    const { port } = new URL(served.url);
    await mailroom(['serve', '--port', port], { env: { XDG_DATA_HOME: data } });
    expect(existsSync(join(data, 'mailroom', 'mailroom.db'))).toBe(true);
  });

  test(':memory: answers with what was stored, and keeps no file', async () => {
    const served = await serve({ db: ':memory:' });
    await deliver(served, mixedCaptures());
    expect((await dataOf(served, 'GET /api/v1/overview')).totals.responses).toBe(7);
    expect((await dataOf(served, 'GET /api/v1/responses')).items).toHaveLength(7);
    expect(existsSync(':memory:')).toBe(false);
    expect(await served.stop()).toBe(0);
  });

  test('a port in use is reported in one line', async () => {
    const { port } = new URL(served.url);
    const { code, stderr } = await mailroom(['serve', '--port', port, '--db', ':memory:']);
    expect([code, stderr]).toEqual([
      1,
      `mailroom serve: port ${port} on 127.0.0.1 is already in use; choose another with --port\n`,
    ]);
  });

  test.each([
    ['443', 'one above 1023'],
    // Windows reserves ranges for other uses.
    ['4680', 'another'],
  ])(
    'port %s, which the system does not permit, is reported with advice to choose %s',
    async (port, other) => {
      const refusing = join(folder, 'refusing.mjs');
      writeFileSync(
        refusing,
        `import { Server } from 'node:net';
Server.prototype.listen = function () {
  setImmediate(() => this.emit('error', Object.assign(new Error(), { code: 'EACCES', syscall: 'listen' })));
  return this;
};
`,
      );
      const env = { NODE_OPTIONS: `--import ${pathToFileURL(refusing)}` };
      const { code, stderr } = await mailroom(['serve', '--port', port, '--db', ':memory:'], { env });
      expect([code, stderr]).toEqual([
        1,
        `mailroom serve: no permission to listen on port ${port}; choose ${other} with --port\n`,
      ]);
    },
  );

  test.each([
    ['192.0.2.1', 'is not an address of this machine'],
    // Of a link, and of which one is not said: what the system calls that is not the same everywhere.
    ['fe80::1', ''],
  ])('an address that it cannot listen on is reported in one line: %s', async (host, words) => {
    const args = ['serve', '--port', '0', '--db', ':memory:', '--token', 'a-long-secret-token'];
    const { code, stderr } = await mailroom([...args, '--host', host]);
    expect(stderr).toMatch(/^mailroom serve: .+; choose another with --host\n$/);
    expect(stderr).toContain(`${host}${words === '' ? '' : ` ${words}`}`);
    expect(code).toBe(1);
  });

  test('a database that cannot be opened is reported in one line', async () => {
    const file = join(folder, 'words.txt');
    writeFileSync(file, 'words');
    const below = await mailroom(['serve', '--port', '0', '--db', join(file, 'deep', 'mailroom.db')]);
    expect([below.code, below.stderr]).toEqual([
      1,
      `mailroom serve: cannot open database ${join(file, 'deep', 'mailroom.db')}: ${file} is a file, not a directory\n`,
    ]);
    const url = await mailroom(['serve', '--port', '0', '--db', 'postgres://127.0.0.1/mailroom']);
    expect([url.code, url.stderr]).toEqual([
      1,
      'mailroom serve: cannot open database postgres://127.0.0.1/mailroom: a URL is not supported; use the path of a file, or :memory:\n',
    ]);
  });

  test('a configuration switches rules off and changes their level', async () => {
    const config = join(folder, 'mailroom.json');
    writeFileSync(config, JSON.stringify({ rules: { 'ENV-03': 'off', 'CODE-03': 'must' } }));
    const served = await serve({ flags: ['--config', config] });
    const { violations } = await dataOf(served, 'POST /api/v1/inspect', {
      body: { tool: 'mcp_aql_read', response: carried({ success: true }) },
    });
    expect(violations).toEqual([]);
    const { items } = await dataOf(served, 'GET /api/v1/rules');
    expect(items.find(({ id }) => id === 'ENV-03')).toMatchObject({ off: true });
    expect(items.find(({ id }) => id === 'CODE-03')).toMatchObject({ off: false, level: 'must' });
    await served.stop();
  });

  test('a rule whose level was changed lists its offenders by their violations, whatever their level', async () => {
    const db = join(folder, 'levels.db');
    const config = join(folder, 'levels.json');
    writeFileSync(config, JSON.stringify({ rules: { 'ENV-03': 'info' } }));
    const broken = (server: string) => success({ server, response: carried({ success: true }) });
    const before = await serve({ db });
    await deliver(before, [broken('few')]);
    await before.stop();
    const after = await serve({ db, flags: ['--config', config] });
    await deliver(after, [broken('many'), broken('many')]);
    const { offenders } = await dataOf(after, 'GET /api/v1/rules/:id', { params: { id: 'ENV-03' } });
    expect(offenders.map(({ server, level, count }) => [server, level, count])).toEqual([
      ['many', 'info', 2],
      ['few', 'must', 1],
    ]);
    await after.stop();
  });
});
