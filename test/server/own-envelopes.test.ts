import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelopeOf, internal, tooMany, versionMismatch } from '../../server/errors.ts';
import { api, type RouteKey } from '../../shared/api/index.ts';
import { judge } from '../../shared/inspect.ts';
import { isObject, parseJson } from '../../shared/json/value.ts';
import { read } from '../../shared/read.ts';
import { type Asking, ask, dataOf, deliver, errorOf } from '../helpers/ask.ts';
import { mixedCaptures, success } from '../helpers/captures.ts';
import { type Served, serve } from '../helpers/server.ts';

let served: Served;
let ids: { group: string; response: string; deprecation: string };

beforeAll(async () => {
  served = await serve();
  await deliver(served, mixedCaptures());
  const groups = await dataOf(served, 'GET /api/v1/error-groups');
  const responses = await dataOf(served, 'GET /api/v1/responses');
  const deprecations = await dataOf(served, 'GET /api/v1/deprecations');
  ids = {
    group: groups.items[0]?.id ?? '',
    response: responses.items[0]?.id ?? '',
    deprecation: deprecations.items[0]?.id ?? '',
  };
  await deliver(served, success({ server: 'forgotten' }));
});
afterAll(() => served.stop());

interface Case {
  readonly success: () => Asking;
  /** HTTP status → the request that causes it. */
  readonly failures: Readonly<Record<number, Asking>>;
}

const MISSPELT = { 400: { query: 'sever=a' } };
const plain: Case = { success: () => ({}), failures: MISSPELT };
const nowhere = { params: { id: 'nowhere', name: 'nobody' } };

const CASES: Readonly<Record<RouteKey, Case>> = {
  'POST /api/v1/responses': {
    success: () => ({ body: { server: 'shop', response: {} } }),
    failures: { 400: {}, 415: { body: {}, headers: { 'content-type': 'text/plain' } }, 422: { body: [{}] } },
  },
  'GET /api/v1/responses': plain,
  'GET /api/v1/responses/:id': {
    success: () => ({ params: { id: ids.response } }),
    failures: { 404: nowhere },
  },
  'GET /api/v1/overview': plain,
  'GET /api/v1/series': { success: () => ({ query: 'metric=responses' }), failures: { 400: {} } },
  'GET /api/v1/errors': plain,
  'GET /api/v1/error-groups': { ...plain, failures: { 400: { query: 'state=closed' } } },
  'GET /api/v1/error-groups/:id': {
    success: () => ({ params: { id: ids.group } }),
    failures: { 404: nowhere },
  },
  'PATCH /api/v1/error-groups/:id': {
    success: () => ({ params: { id: ids.group }, body: { state: 'open' } }),
    failures: {
      400: { ...nowhere, body: { state: 'closed' } },
      404: { ...nowhere, body: { state: 'open' } },
      413: { ...nowhere, body: 'x'.repeat(1_100_000) },
      415: { ...nowhere, body: {}, headers: { 'content-type': 'text/plain' } },
    },
  },
  'GET /api/v1/warnings': { ...plain, failures: { 400: { query: 'severity_max=3' } } },
  'GET /api/v1/deprecations': { ...plain, failures: { 400: { query: 'window_days=0' } } },
  'GET /api/v1/deprecations/:id': {
    success: () => ({ params: { id: ids.deprecation } }),
    failures: { 404: nowhere },
  },
  'GET /api/v1/quotas': { ...plain, failures: { 400: { query: 'from=yesterday' } } },
  'GET /api/v1/rules': plain,
  'GET /api/v1/rules/:id': { success: () => ({ params: { id: 'ENV-01' } }), failures: { 404: nowhere } },
  'GET /api/v1/violations': { ...plain, failures: { 400: { query: 'from=-1h&from=-2h' } } },
  'GET /api/v1/conformance': { ...plain, failures: { 400: { query: 'format=pdf' } } },
  'GET /api/v1/servers': { ...plain, failures: { 403: { headers: { origin: 'http://elsewhere.example' } } } },
  'PATCH /api/v1/servers/:name': {
    success: () => ({ params: { name: 'notes' }, body: { dialect: null } }),
    failures: { 400: { ...nowhere, body: {} }, 404: { ...nowhere, body: { dialect: null } } },
  },
  'DELETE /api/v1/servers/:name': {
    success: () => ({ params: { name: 'forgotten' } }),
    failures: { 403: { ...nowhere, headers: { origin: 'http://elsewhere.example' } }, 404: nowhere },
  },
  'GET /api/v1/clients': plain,
  'GET /api/v1/facets': plain,
  'POST /api/v1/inspect': {
    success: () => ({ body: { response: 'Error: gone' } }),
    failures: { 400: { body: { response: 1, tool: 2 } } },
  },
  'GET /api/v1/reinspection': plain,
  'POST /api/v1/reinspection': plain,
  'GET /api/v1/status': plain,
  'POST /api/v1/hellos': {
    success: () => ({ body: { server: 'shop', stage: 'connected' } }),
    failures: {
      400: { body: ['shop'] },
      415: { body: {}, headers: { 'content-type': 'application/json; charset=utf-16' } },
    },
  },
};

/** Returns an envelope's violations, allowing the two codes that the specification reserves. */
function findings(envelope: unknown): readonly string[] {
  return judge(read({ response: envelope }, 'mcp-aql'))
    .violations.filter(({ rule, message }) => !(rule === 'CODE-03' && message.includes('CONFLICT_')))
    .map(({ rule, pointer, message }) => `${rule} ${pointer} ${message}`);
}

async function judged(reply: Response) {
  const envelope = parseJson(await reply.text());
  return {
    status: reply.status,
    success: isObject(envelope) && envelope.success,
    findings: findings(envelope),
  };
}

test('every route of the contract has a case', () => {
  expect(Object.keys(CASES).sort()).toEqual(Object.keys(api).sort());
});

test.each(Object.entries(CASES))(
  '%s answers with envelopes that break no rule',
  async (key, { success, failures }) => {
    const route = key as RouteKey;
    expect(await judged(await ask(served, route, success()))).toEqual({
      status: 200,
      success: true,
      findings: [],
    });
    for (const [status, asking] of Object.entries(failures)) {
      const reply = await judged(await ask(served, route, asking));
      expect(reply).toEqual({ status: Number(status), success: false, findings: [] });
    }
  },
);

test('so do health, unknown addresses and invalid bodies', async () => {
  const get = async (path: string, init?: RequestInit) => judged(await fetch(`${served.url}${path}`, init));
  expect(await get('/healthz')).toEqual({ status: 200, success: true, findings: [] });
  expect(await get('/readyz')).toEqual({ status: 200, success: true, findings: [] });
  const failed = (status: number) => ({ status, success: false, findings: [] });
  expect(await get('/api/v1/nothing')).toEqual(failed(404));
  for (const method of ['DELETE', 'OPTIONS', 'QUERY'])
    expect(await get('/api/v1/overview', { method })).toEqual(failed(404));
  expect(await get('/assets/nothing.js')).toEqual(failed(404));
  expect(await get('/api/v1/%zz')).toEqual(failed(400));
  expect(await get(`/api/v1/servers/${'x'.repeat(3_000)}`, { method: 'DELETE' })).toEqual(failed(400));
  const body = (bytes: string | Uint8Array<ArrayBuffer>) =>
    get('/api/v1/inspect', { method: 'POST', headers: { 'content-type': 'application/json' }, body: bytes });
  expect(await body('{"response": ')).toEqual(failed(400));
  expect(await body(new Uint8Array([0x22, 0xff, 0x22]))).toEqual(failed(400));
  expect(await body('')).toEqual(failed(400));
});

test.each([
  ['{"response": ]', 'application/json', 400, "expected 'JSON', got 'text: expected value at byte 13'"],
  ['', 'application/json', 400, "Missing required parameter 'body'"],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 'application/json', 400, "got 'a JSON-RPC request'"],
  ['{"dir":"client->server","msg":{"method":"x"}}', 'application/json', 400, "got 'a JSON-RPC notification'"],
  ['{"dir":"up","msg":{"method":"x"}}', 'application/json', 400, "got 'dir must be"],
  ['{"log":{"jsonrpc":"2.0","id":1,"result":{}}}', 'application/json', 400, "got 'a JSON-RPC message within"],
  [
    '{"dir":"server->client","msg":[{"result":1},{"result":1}]}',
    'application/json',
    400,
    "got '2 responses'",
  ],
  ['[{"success":true},{"success":true}]', 'application/json', 400, "got '2 responses'"],
  ['""', undefined, 415, "'content-type' expected 'application/json', got 'none'"],
  ['""', 'text/plain', 415, "'content-type' expected 'application/json', got 'text/plain'"],
  ['""', 'application/json; charset="latin1"', 415, "expected 'charset=utf-8', got 'charset=latin1'"],
])('and the body %j as %s', async (body, type, status, words) => {
  const reply = await fetch(`${served.url}/api/v1/inspect`, {
    method: 'POST',
    body: new TextEncoder().encode(body),
    ...(type !== undefined && { headers: { 'content-type': type } }),
  });
  const envelope = await reply.text();
  expect([reply.status, findings(parseJson(envelope))]).toEqual([status, []]);
  expect(JSON.parse(envelope).error.message).toContain(words);
});

test('a reply in a line of traffic is judged as it is alone', async () => {
  const result = { content: [{ type: 'text', text: '{"success":true}' }] };
  const msg = { jsonrpc: '2.0', id: 1, result };
  const ts = '2026-11-01T10:00:00Z';
  const bodies = [msg, { ts, dir: 'server->client', msg }, { response: msg, method: 'tools/call' }];
  const [first, ...others] = await Promise.all(
    bodies.map((body) => dataOf(served, 'POST /api/v1/inspect', { body })),
  );
  expect(first).toMatchObject({ dialect: 'success-flag', carrier: 'text' });
  for (const other of others) expect(other).toEqual(first);
});

test('and a body of unknown length that is too large', async () => {
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const asked = request(`${served.url}/api/v1/servers/shop`, { method: 'PATCH', headers });
  asked.end('x'.repeat(1_100_000));
  const [reply] = await once(asked, 'response');
  const envelope = await text(reply);
  expect([reply.statusCode, findings(parseJson(envelope))]).toEqual([413, []]);
  expect(envelope).toContain('"limit_value":1048576,"actual_value":1048577,');
});

test('and bytes that are not HTTP', async () => {
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1');
  socket.end('GET / HTTP/9.9\r\n\r\n');
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toContain('400 Bad Request');
  expect(findings(parseJson(body))).toEqual([]);
});

test('and the answers for a full queue, a full disk and an undo that comes too late', () => {
  const now = Date.now();
  for (const failure of [
    tooMany(20_000, 'ingestion queue', 1, now),
    internal('the disk is full; nothing from this request was stored', 503),
    versionMismatch('error group', 'g1', { expected: 1, actual: 2 }, { by: 'dana', to: 'resolved' }),
  ]) {
    expect(findings(envelopeOf(failure))).toEqual([]);
  }
});

test('a body that is compressed where none may be is refused as that', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const reply = await fetch(`${served.url}/api/v1/inspect`, {
    method: 'POST',
    headers,
    body: new Uint8Array(gzipSync('1')),
  });
  const envelope = await reply.text();
  expect([reply.status, findings(parseJson(envelope))]).toEqual([415, []]);
  expect(JSON.parse(envelope).error.message).toContain("'content-encoding' expected 'none', got 'gzip'");
});

test('a command without a body may name a type for it', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await ask(served, 'POST /api/v1/reinspection', { headers })).status).toBe(200);
  const asking = { params: { name: 'nobody' }, headers };
  expect(await errorOf(served, 'DELETE /api/v1/servers/:name', asking)).toMatchObject({ status: 404 });
  expect((await ask(served, 'POST /api/v1/inspect', { headers })).status).toBe(400);
  expect((await ask(served, 'POST /api/v1/hellos', { headers })).status).toBe(400);
});
