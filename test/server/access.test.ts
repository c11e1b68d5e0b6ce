import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, dataOf, errorOf } from '../helpers/ask.ts';
import { atEnd } from '../helpers/at-end.ts';
import { failure, NOT_FOUND } from '../helpers/captures.ts';
import { mailroom } from '../helpers/program.ts';
import { type Served, serve } from '../helpers/server.ts';

/** Returns the status of a GET with headers that fetch() would not send. */
function statusWith(
  { url }: Served,
  headers: Record<string, string>,
  path = '/api/v1/status',
): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('names', () => {
  let served: Served;
  beforeAll(async () => {
    // With a port, as the refusal names the host.
    served = await serve({ flags: ['--allow-host', 'mail.example,Tools.example:8443,münchen.example'] });
  });
  afterAll(() => served.stop());

  test.each([
    'localhost',
    '127.0.0.1',
    '[::1]',
    '127.1.2.3',
    '127.0.0.1:9999',
    'mail.example',
    'MAIL.example:443',
    'tools.example:8443',
    'xn--mnchen-3ya.example',
  ])('a request to %s is answered', async (host) => {
    expect(await statusWith(served, { host })).toBe(200);
  });

  test('a request of HTTP/1.0 without a host is answered, unless it is a foreign page’s', async () => {
    const asked = async (...headers: readonly string[]) => {
      const { hostname, port } = new URL(served.url);
      const socket = connect(Number(port), hostname);
      socket.write(`${['GET /healthz HTTP/1.0', ...headers].join('\r\n')}\r\n\r\n`);
      return await text(socket);
    };
    expect(await asked()).toMatch(/^HTTP\/1\.1 200 /);
    for (const header of ['Origin: http://evil.example', 'Sec-Fetch-Site: cross-site', 'Host:'])
      expect(await asked(header)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.7',
    'user@localhost',
    ':pass@localhost',
    'localhost?evil',
    'localhost/evil',
    'a b',
  ])('a request to %s is refused', async (host) => {
    expect(await statusWith(served, { host })).toBe(403);
    expect(await statusWith(served, { host }, '/')).toBe(403);
  });

  test.each(['https://tools.example', 'tools.example/mailroom', '*.example', 'a b'])(
    'a host that is allowed as %s, which no request can name, is refused at start',
    async (given) => {
      const { code, stderr } = await mailroom([
        'serve',
        '--port',
        '0',
        '--db',
        ':memory:',
        '--allow-host',
        given,
      ]);
      expect([code, stderr]).toEqual([
        2,
        `mailroom serve: --allow-host expects a host name such as tools.example.com, not "${given}"\n`,
      ]);
    },
  );

  test('an origin that is refused is told, as far as it is short', async () => {
    const told = (origin: string) => errorOf(served, 'GET /api/v1/status', { headers: { origin } });
    const long = `http://${'x'.repeat(200)}`;
    expect((await told('http://evil.example')).message).toContain('the origin http://evil.example is not');
    expect((await told(long)).message).toContain(`the origin ${long.slice(0, 100)} is not`);
  });

  test('a page of another site can link to the dashboard, but not request anything from it', async () => {
    const host = new URL(served.url).host;
    const by = (mode: string, site = 'cross-site') =>
      statusWith(served, { host, 'sec-fetch-site': site, 'sec-fetch-mode': mode }, '/api/v1/servers');
    expect(await by('no-cors')).toBe(403);
    expect(await by('navigate')).toBe(200);
    expect(await by('no-cors', 'same-origin')).toBe(200);
  });

  test('a page from another origin is refused, its own page is not', async () => {
    const { host } = new URL(served.url);
    expect(await statusWith(served, { host, origin: served.url })).toBe(200);
    expect(await statusWith(served, { host, origin: 'https://mail.example' })).toBe(200);
    expect(await statusWith(served, { host: 'LocalHost:1', origin: 'HTTP://lOCALhOST:1' })).toBe(200);
    for (const origin of [
      'http://evil.example',
      'http://localhost:1',
      'http://127.0.0.1:1',
      'null',
      'ws://mail.example',
      `${served.url}.evil.example`,
    ]) {
      expect(await statusWith(served, { host, origin })).toBe(403);
    }
  });
});

describe('a token', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ flags: ['--token', 'ann:correct-horse', '--token', 'battery-staple'] });
  });
  afterAll(() => served.stop());

  const status = async (headers: Record<string, string>, path = '/api/v1/status') =>
    (await fetch(`${served.url}${path}`, { headers, redirect: 'manual' })).status;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  test('is required by everything that shows or accepts captures', async () => {
    for (const path of [
      '/api/v1/status',
      '/api/v1/overview',
      '/api/v1/live',
      '/metrics',
      '/%61pi/v1/status',
    ]) {
      expect(await status({}, path)).toBe(401);
    }
    expect((await ask(served, 'POST /api/v1/responses', { body: [] })).status).toBe(401);
    expect((await ask(served, 'GET /api/v1/status')).headers.get('www-authenticate')).toContain('Bearer');
    expect(await status({}, '/healthz')).toBe(200);
  });

  test('is accepted as Bearer, whichever of several it is; others are not', async () => {
    expect(await status(bearer('ann:correct-horse'))).toBe(200);
    expect(await status(bearer('battery-staple'))).toBe(200);
    expect(await status({ authorization: 'bearer  battery-staple' })).toBe(200);
    for (const wrong of ['ann', 'correct-horse', 'battery-stapl', 'battery-staple too', ''])
      expect(await status(bearer(wrong))).toBe(401);
    expect(await status({ authorization: 'NotBearer battery-staple' })).toBe(401);
  });

  test.each([
    [
      'that is missing',
      {},
      'requires a token; give it to a command as --token, send it as Authorization: Bearer',
    ],
    ['that is wrong', bearer('correct-horse'), 'none of those given to mailroom serve --token'],
    ['of a login that has ended', { cookie: 'mailroom=forged' }, 'no longer valid; log in again'],
  ])('%s is refused with what to do about it', async (_which, headers, advice) => {
    expect((await errorOf(served, 'GET /api/v1/status', { headers })).message).toContain(advice);
  });

  test('that is wrong is told to whoever closes the connection after one request, once the body is sent', async () => {
    const { hostname, port } = new URL(served.url);
    const socket = connect(Number(port), hostname);
    const lines = ['POST /api/v1/responses HTTP/1.0', `Host: ${hostname}`, 'Authorization: Bearer wrong'];
    socket.write(`${lines.join('\r\n')}\r\nContent-Length: 2000000\r\n\r\n`);
    // As nginx sends it: the answer is no reason to stop.
    for (let sent = 0; sent < 2_000_000; sent += 500_000) {
      await setTimeout(50);
      socket.write(' '.repeat(500_000));
    }
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 .*none of those given to mailroom serve --token/s);
  });

  test('appears by name in the status and in the history of a group', async () => {
    const headers = bearer('ann:correct-horse');
    const told = await dataOf(served, 'GET /api/v1/status', { headers });
    expect(told).toMatchObject({ token_required: true, by: 'ann' });
    await dataOf(served, 'POST /api/v1/responses', { headers, body: failure(NOT_FOUND) });
    const { items } = await dataOf(served, 'GET /api/v1/error-groups', { headers });
    const params = { id: items[0]?.id ?? '' };
    await dataOf(served, 'PATCH /api/v1/error-groups/:id', { headers, params, body: { state: 'resolved' } });
    const { history } = await dataOf(served, 'GET /api/v1/error-groups/:id', { headers, params });
    expect(history).toMatchObject([{ by: 'ann', to: 'resolved' }]);
  });

  test('logs a browser in by the printed link, with a cookie that scripts cannot use, nor other sites but by a link', async () => {
    expect(await status({}, '/')).toBe(303);
    const link = served.printed
      .find((line) => line.startsWith('Log in as ann: '))
      ?.slice('Log in as ann: '.length);
    const login = await fetch(link ?? '', { redirect: 'manual' });
    const cookie = login.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain('correct-horse');
    expect(link).not.toContain('correct-horse');
    // A link is in histories and logs, where the cookie is not.
    expect(cookie).not.toContain(new URL(link ?? '').searchParams.get('key'));
    expect(cookie).toContain('; Max-Age=7776000; ');
    const behindTls = await fetch(link ?? '', {
      headers: { 'x-forwarded-proto': 'https' },
      redirect: 'manual',
    });
    expect(behindTls.headers.get('set-cookie')).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    expect(await status({ cookie: cookie.split(';')[0] ?? '' })).toBe(200);
    expect(await status({ cookie: cookie.split(';')[0] ?? '', ...bearer('wrong') })).toBe(401);
    // Whoever logged in elsewhere meanwhile, such as in another tab, goes on.
    const form = await fetch(`${served.url}/login?to=%2Ferrors`, {
      headers: { cookie: cookie.split(';')[0] ?? '' },
      redirect: 'manual',
    });
    expect([form.status, form.headers.get('location')]).toEqual([303, '/errors']);
    expect(await status({ cookie: 'mailroom=forged' })).toBe(401);
  });

  test('is dropped by logging out, which no other site can trigger', async () => {
    const out = (headers: Record<string, string>) =>
      fetch(`${served.url}/logout`, { method: 'POST', headers, redirect: 'manual' });
    const reply = await out({ 'content-type': 'application/x-www-form-urlencoded' });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/login']);
    expect(reply.headers.get('set-cookie')).toMatch(
      /^mailroom=; Max-Age=0; Path=\/; .*HttpOnly; SameSite=Lax$/,
    );
    expect((await out({ origin: 'https://evil.example' })).status).toBe(403);
  });

  test('is accepted by the login page too', async () => {
    const login = (token: string) =>
      fetch(`${served.url}/login`, {
        method: 'POST',
        body: new URLSearchParams({ token }),
        redirect: 'manual',
      });
    for (const pasted of ['battery-staple', ' battery-staple\n']) {
      const [cookie = ''] = (await login(pasted)).headers.get('set-cookie')?.split(';') ?? [];
      expect(await status({ cookie })).toBe(200);
    }
    const refused = await login('wrong');
    expect(refused.status).toBe(401);
    expect(refused.headers.get('set-cookie')).toBeNull();
    expect(await refused.text()).toContain('<p role="alert">This token is not valid here.</p>');
    const stale = await fetch(`${served.url}/login?key=stale`);
    expect(stale.status).toBe(401);
    expect(await stale.text()).toContain('<p role="alert">This login link is no longer valid');
    expect(await (await fetch(`${served.url}/login`)).text()).not.toContain('role="alert"');
    for (const body of [null, new URLSearchParams({ other: 'x' })])
      expect((await fetch(`${served.url}/login`, { method: 'POST', body })).status).toBe(401);
  });

  test.each([
    ['/errors/7?server=a%20b&from=-7d', '/errors/7?server=a%20b&from=-7d'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['https://evil.example/', '/'],
    ['/é', '/'],
    ['/errors/../traffic?q=/../x', '/errors/../traffic?q=/../x'],
    ['/../other', '/'],
    ['/../basement', '/'],
    ['/errors/%2E%2e/.%2e/other', '/'],
  ])(
    'leads on to the address that was asked for, %j, if it is one of the dashboard',
    async (to, location) => {
      const form = `${served.url}/login?to=${encodeURIComponent(to)}`;
      const [, action = ''] = /action="([^"]*)"/.exec(await (await fetch(form)).text()) ?? [];
      for (const target of [form, served.url + action]) {
        const body = new URLSearchParams({ token: 'battery-staple' });
        const reply = await fetch(target, { method: 'POST', body, redirect: 'manual' });
        expect([reply.status, reply.headers.get('location')]).toEqual([303, location]);
      }
    },
  );
});

const NO_HEADER = 'expects printable ASCII without spaces, because it is sent in an HTTP header';

test.each([
  ['two words', NO_HEADER],
  ['ann:größe', NO_HEADER],
  ['system:secret', 'must not have the name system, which stands for changes that no token made'],
  ['local:secret', 'must not have the name local, which stands for changes that no token made'],
  ['ann:', 'has a name without a secret, which anyone could guess'],
])('a token is refused that no header can contain, of nobody or without a secret: %s', async (token, why) => {
  const refused = await mailroom(['serve', '--port', '0', '--db', ':memory:', '--token', token]);
  expect([refused.code, refused.stderr]).toEqual([2, `mailroom serve: --token ${why}\n`]);
});

test('beyond loopback it listens only with a token', async () => {
  const refused = await mailroom(['serve', '--host', '0.0.0.0', '--port', '0', '--db', ':memory:']);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('--token');
  const served = await serve({ flags: ['--host', '0.0.0.0', '--token', 'secret'] });
  atEnd(() => served.stop());
  const port = new URL(served.url).port;
  const asked = { authorization: 'Bearer secret' };
  expect(await statusWith(served, { ...asked, host: `10.1.2.3:${port}` })).toBe(200);
  expect(await statusWith(served, { ...asked, host: `evil.example:${port}` })).toBe(403);
});
