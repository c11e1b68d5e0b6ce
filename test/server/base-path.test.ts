import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../shared/json/value.ts';
import { dataOf } from '../helpers/ask.ts';
import { atEnd } from '../helpers/at-end.ts';
import { carried, lines, mixedCaptures } from '../helpers/captures.ts';
import { mailroom } from '../helpers/program.ts';
import { MANNERS, type ReverseProxy, reverseProxy } from '../helpers/reverse-proxy.ts';
import { type Served, serve } from '../helpers/server.ts';

const built = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../dist/web/${name}`, import.meta.url)), 'utf8');

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: 'manual' });

describe('under a base path', () => {
  let served: Served;
  let origin = '';
  beforeAll(async () => {
    served = await serve({ flags: ['--base-path', '/tools/mailroom/'] });
    origin = new URL(served.url).origin;
  });
  afterAll(() => served.stop());

  test('it prints its address', async () => {
    expect(served.url).toBe(`${origin}/tools/mailroom`);
  });

  test.each(['/api/v1/status', '/healthz', '/readyz', '/metrics', '/docs', '/login', '/favicon.svg'])(
    '%s answers under it, and without it for a proxy that strips it',
    async (path) => {
      for (const before of [served.url, origin]) expect((await get(before + path)).status).toBe(200);
    },
  );

  test.each(['/docs', '/login'])('%s has the icon of the dashboard', async (path) => {
    const page = await (await get(served.url + path)).text();
    const [, icon = ''] = /rel="icon" href="([^"]+)"/.exec(page) ?? [];
    const reply = await get(String(new URL(icon, served.url + path)));
    expect(reply.headers.get('content-type')).toBe('image/svg+xml');
  });

  test('its page is served without the trailing slash too, even if the path is named like a page', async () => {
    const page = await (await get(`${served.url}/`)).text();
    for (const asked of ['/tools/mailroom', '/tools/mailroom?to=//evil.example'])
      expect(await (await get(origin + asked)).text()).toBe(page);
    const named = await serve({ flags: ['--base-path', '/traffic'] });
    atEnd(() => named.stop());
    const reply = await get(`${named.url}/traffic`);
    expect([reply.status, await reply.text()]).toEqual([200, await (await get(`${named.url}/`)).text()]);
  });

  test('a path that merely starts with the same letters is a different one', async () => {
    const page = await (await get(`${served.url}/traffic`)).text();
    for (const path of [
      '/tools/mailroomx/api/v1/status',
      '/tools/api/v1/status',
      '/tools/mailroom%2fhealthz',
    ])
      expect(await (await get(origin + path)).text()).toBe(page);
  });

  test('its pages are at every address below, and refer only to files that exist', async () => {
    const root = await get(`${served.url}/`);
    const page = await root.text();
    expect(root.headers.get('cache-control')).toBe('no-cache');
    expect(await (await get(`${served.url}/?server=shop`)).text()).toBe(page);
    const [other, ...others] = await Promise.all(
      ['/errors/some-group', '//evil.example/x', '/index.html', '/home.html'].map(async (path) =>
        (await get(served.url + path)).text(),
      ),
    );
    expect(new Set(others)).toEqual(new Set([other]));
    expect(page.replaceAll(/ *<link rel="modulepreload"[^>]+\/(?:overview|plot)-.+\n/g, '')).toBe(other);
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files.some((path) => path.includes('/assets/'))).toBe(true);
    for (const path of files) {
      expect(path).toMatch(/^\/tools\/mailroom\//);
      expect([path, (await get(origin + path)).status]).toEqual([path, 200]);
    }
    const early = root.headers.get('link') ?? '';
    expect([...early.matchAll(/<([^>]+)>/g)].map(([, path]) => path)).toEqual([
      '/tools/mailroom/api/v1/status',
      '/tools/mailroom/api/v1/overview',
    ]);
  });

  test('scripts and styles refer to each other by relative paths', async () => {
    const page = await (await get(`${served.url}/`)).text();
    const files = [...page.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)];
    expect(files).not.toEqual([]);
    for (const [, path = ''] of files)
      expect(await (await get(origin + path)).text()).not.toMatch(/["'(`]\/assets\//);
  });

  test('the API is documented under it', async () => {
    const description = parseJson(await (await get(`${served.url}/api/openapi.json`)).text());
    expect(description).toMatchObject({
      servers: [{ url: '/tools/mailroom' }],
      paths: { '/api/v1/status': {} },
    });
    expect(await (await get(`${served.url}/docs`)).text()).toContain(
      'href="/tools/mailroom/api/openapi.json"',
    );
  });
});

test('without a base path, the pages are exactly the built ones', async () => {
  const served = await serve({ db: ':memory:', flags: ['--base-path', '/'] });
  expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await get(`${served.url}/`)).text()).toBe(built('home.html'));
  expect(await (await get(`${served.url}/traffic`)).text()).toBe(built('index.html'));
  expect(parseJson(await (await get(`${served.url}/api/openapi.json`)).text())).toMatchObject({
    servers: [{ url: '/' }],
  });
  await served.stop();
});

test('with a token, login leads to the base path, and the cookie is limited to it', async () => {
  const served = await serve({ db: ':memory:', flags: ['--base-path', '/mailroom', '--token', 'secret'] });
  const { origin } = new URL(served.url);
  for (const [path, to] of [
    ['/', ''],
    ['/errors/x', '?to=%2Ferrors%2Fx'],
    ['//evil.example', ''],
    ['/%2f%2fevil.example', '?to=%2F%252f%252fevil.example'],
  ] as const) {
    const refused = await get(served.url + path);
    expect([path, refused.status, refused.headers.get('location')]).toEqual([
      path,
      303,
      `/mailroom/login${to}`,
    ]);
  }
  expect((await get(`${origin}//evil.example`)).headers.get('location')).toBe('/mailroom/login');
  expect(await (await get(`${served.url}/login`)).text()).toContain('action="/mailroom/login"');
  const link = served.printed.find((line) => line.startsWith('Log in: '))?.slice('Log in: '.length) ?? '';
  expect(link).toMatch(/\/mailroom\/login\?key=/);
  const login = await get(link);
  expect(login.headers.get('set-cookie')).toContain('; Path=/mailroom;');
  expect([login.status, login.headers.get('location')]).toEqual([303, '/mailroom/']);
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await get(`${served.url}/api/v1/status`, { cookie })).status).toBe(200);
  expect((await get(`${served.url}/api/v1/status`)).status).toBe(401);
  await served.stop();
});

test.each([
  ['mailroom', 'expects a path such as /mailroom, of letters, digits and -._~, not "mailroom"'],
  ['/a b', 'expects a path such as /mailroom, of letters, digits and -._~, not "/a b"'],
  ['/a?b', 'expects a path such as /mailroom, of letters, digits and -._~, not "/a?b"'],
  ['//evil.example', 'expects a path such as /mailroom, of letters, digits and -._~, not "//evil.example"'],
  ['/a/../b', 'expects a path such as /mailroom, of letters, digits and -._~, not "/a/../b"'],
  ['/a/.b', 'expects a path such as /mailroom, of letters, digits and -._~, not "/a/.b"'],
  ['/mailroom//', 'expects a path such as /mailroom, of letters, digits and -._~, not "/mailroom//"'],
  [
    'https://host/mailroom',
    'expects a path such as /mailroom, of letters, digits and -._~, not "https://host/mailroom"',
  ],
  ['/api', 'expects a path such as /mailroom, not "/api": the dashboard itself uses /api'],
  [
    '/assets/mailroom',
    'expects a path such as /mailroom, not "/assets/mailroom": the dashboard itself uses /assets',
  ],
])('%s is refused', async (given, told) => {
  const flag = await mailroom(['serve', '--port', '0', '--db', ':memory:', '--base-path', given]);
  expect([flag.code, flag.stderr]).toEqual([2, `mailroom serve: --base-path ${told}\n`]);
});

describe.each(MANNERS)('a command behind a proxy that %s the path', (manner) => {
  let served: Served;
  let proxy: ReverseProxy;
  beforeAll(async () => {
    served = await serve({ flags: ['--base-path', '/mailroom'] });
    proxy = await reverseProxy(new URL(served.url).origin, '/mailroom', manner);
  });
  afterAll(async () => {
    expect(proxy.strays).toEqual([]);
    await proxy.close();
    await served.stop();
  });

  const servers = async () =>
    (await dataOf(proxy, 'GET /api/v1/servers', { query: 'from=0' })).items.map(({ name }) => name);

  test('imports, reinspects and forgets', async () => {
    const input = lines(...mixedCaptures());
    const imported = await mailroom(['import', '-', '--to', `${proxy.url}/`], { input });
    expect([imported.stdout, imported.stderr]).toEqual(['7 responses imported\n', '']);
    expect((await mailroom(['reinspect', '--to', proxy.url])).code).toBe(0);
    expect((await mailroom(['forget', '--server', 'notes', '--to', proxy.url, '--yes'])).code).toBe(0);
    expect(await servers()).toEqual(['shop']);
  });

  test('taps', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'mcp_aql_read', arguments: {} },
    };
    const reply = JSON.stringify({ jsonrpc: '2.0', id: 1, result: carried({ success: true, data: 1 }) });
    const script = `process.stdin.on('end', () => console.log(${JSON.stringify(reply)})).resume()`;
    const tapped = await mailroom(
      ['tap', '--server', 'tapped', '--to', proxy.url, '--', process.execPath, '-e', script],
      { input: `${JSON.stringify(call)}\n` },
    );
    expect([tapped.code, tapped.stderr]).toEqual([0, '']);
    expect(await servers()).toContain('tapped');
  });
});
