import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../server/ingest/limits.ts';
import type { Receipt } from '../../../shared/api/responses.ts';
import { dataOf } from '../../helpers/ask.ts';
import { newDatabase, newFolder } from '../../helpers/folder.ts';
import { only, post, postLines, storedIds } from '../../helpers/post.ts';
import { type Served, serve } from '../../helpers/server.ts';

let mailroom: Served;
beforeAll(async () => {
  mailroom = await serve();
});
afterAll(async () => {
  await mailroom.stop();
});

const GOOD = '{"server":"good","response":{"success":true,"data":null}}';
const bytesOf = (latin1: string) => Buffer.from(latin1, 'latin1');

/** Of a body in which nothing is rejected or quarantined. */
const receipt = (accepted: number, duplicates = 0): Receipt => {
  return { accepted, quarantined: 0, duplicates, rejected: [], rejected_count: 0 };
};

describe('an odd capture is stored, and the bytes shown are the bytes sent', () => {
  test.each([
    [
      'keys of the prototype',
      '{"server":"proto","__proto__":{"polluted":1},"response":{"success":true,"data":{"constructor":1,"__proto__":null,"toString":[]}}}',
    ],
    [
      'lone surrogates',
      '{"server":"surrogates","response":{"success":false,"error":{"code":"X_\\ud800","message":"\\udfff \\ud800"}}}',
    ],
    [
      'NUL characters',
      '{"server":"nul","response":{"success":false,"error":{"code":"NUL\\u0000","message":"a\\u0000b"}}}',
    ],
    [
      'numbers beyond what a double holds',
      '{"server":"huge","response":{"success":true,"data":[1e400,-1e400,1e-400,12345678901234567890]}}',
    ],
    [
      'an index that no integer of 64 bits holds',
      '{"server":"far","response":{"success":true,"data":null,"results":[{"index":1e20,"operation":"a","result":{"success":true,"data":1}}]}}',
    ],
    ['duplicate keys', '{"server":"twice","response":{"success":false,"success":true,"data":1,"data":2}}'],
    [
      'spacing and escapes of its own',
      '{ "server" : "spac\\u0065d" ,\t"response":{"success":true , "data":"\\/\\u00e9é\\ud83d\\ude00😀"} }',
    ],
    ['another alphabet and newlines', '{"server":"mixed","response":"找不到 \\r\\n\\t ‮ \u2028"}'],
    [
      '200 levels',
      `{"server":"deep","response":${'['.repeat(LIMITS.depth - 1)}${']'.repeat(LIMITS.depth - 1)}}`,
    ],
    ['a megabyte of text', `{"server":"long","response":"${'é'.repeat(500_000)}"}`],
    [
      'JSON inside JSON inside JSON',
      `{"server":"nested","response":${JSON.stringify({ content: [{ type: 'text', text: JSON.stringify({ success: true, data: '['.repeat(100_000) }) }] })}}`,
    ],
  ])('%s', async (_what, capture) => {
    const reply = await post(mailroom, capture);
    expect(reply.receipt).toEqual(receipt(1));
    const server = /"server" ?: ?"(\w+|spac\\u0065d)"/.exec(capture)?.[1]?.replace('\\u0065', 'e') ?? '';
    expect((await only(mailroom, server)).raw).toBe(capture);
  });

  test('with its secrets replaced, and nothing else', async () => {
    const capture =
      '{"server":"secrets", "params":{"arguments":{"password":"hunter2","n":1.0}},"response":{"success":true,"data":{"api_key":"k\\"1","x":1e2}}}';
    await post(mailroom, capture);
    const shown = await only(mailroom, 'secrets');
    expect(shown.raw).toBe(capture.replace('hunter2', '[redacted]').replace('k\\"1', '[redacted]'));
    expect(shown.redacted).toBe(2);
  });

  test('with no byte of a secret that its names contain', async () => {
    const quoted = (name: string) => JSON.stringify({ password: `geheim of the ${name}` });
    const facts = [
      'tool',
      'client',
      'client_version',
      'server_version',
      'session',
      'request_id',
      'transport',
      'method',
    ];
    const item = { type: 'operation', deprecated_item: quoted('item'), replacement: quoted('replacement') };
    const named = (response: object) => ({
      server: 'quoting',
      ...Object.fromEntries(facts.map((name) => [name, quoted(name)])),
      operation: quoted('operation'),
      response,
    });
    await postLines(mailroom, [
      named({ success: false, error: { code: quoted('code'), message: quoted('message') } }),
      named({
        success: true,
        data: 1,
        warnings: [{ code: 'DEPRECATION_WARNING', message: 'm', details: item }],
      }),
    ]);
    for (const end of ['', '-wal'])
      expect(readFileSync(`${mailroom.db}${end}`).includes('geheim'), end).toBe(false);
  });

  test('with no byte of a secret in what is remembered for the rules across responses', async () => {
    const served = await serve({ db: newDatabase() });
    const quoted = JSON.stringify({ password: 'geheim' });
    const warning = { code: 'X', message: 'm', severity: 'low', details: { body: quoted } };
    const failing = (code: string, message: string, more: object = {}) => ({
      server: 'remembered',
      tool: 'mcp_aql_read',
      ...more,
      response: { success: false, error: { code, message } },
    });
    await postLines(served, [
      {
        server: 'remembered',
        tool: 'mcp_aql_read',
        response: { success: true, data: 1, warnings: [warning] },
      },
      failing('INTERNAL_ERROR', `cannot read 5" disk ${quoted}`),
      failing('INTERNAL_ERROR', 'cannot read this disk', { operation: quoted, id: quoted }),
      failing(quoted, 'cannot read that disk'),
      failing('INTERNAL_ERROR', 'cannot read that disk'),
    ]);
    const { items } = await dataOf(served, 'GET /api/v1/violations', { query: 'from=0&rule=SES-02' });
    const [{ response: id } = { response: null }] = items;
    const { verdict } = await dataOf(served, 'GET /api/v1/responses/:id', { params: { id: id ?? '' } });
    expect(verdict.violations.map(({ message }) => message)).toContain(
      'The code is "INTERNAL_ERROR", but was "{\\"password\\":\\"[redacted]\\"}" for the same message before.',
    );
    expect(await served.stop()).toBe(0);
    expect(readFileSync(served.db).includes('cannot read that disk')).toBe(true);
    expect(readFileSync(served.db).includes('geheim')).toBe(false);
  });
});

describe('one bad item is refused with its index, position and reason, and costs no good one', () => {
  test.each([
    ['no server', '{"response":1}', 'VALIDATION_MISSING_PARAM', { param_name: 'server' }],
    ['no response', '{"server":"a"}', 'VALIDATION_MISSING_PARAM', { param_name: 'response' }],
    [
      'neither',
      '{}',
      'VALIDATION_MISSING_PARAM',
      { param_name: 'response', also: ["Missing required parameter 'server'"] },
    ],
    ['no object', '[1,2]', 'VALIDATION_INVALID_TYPE', { expected_type: 'object', actual_type: 'array' }],
    ['null', 'null', 'VALIDATION_INVALID_TYPE', { expected_type: 'object', actual_type: 'null' }],
    [
      'a server of another type',
      '{"server":7,"response":1}',
      'VALIDATION_INVALID_TYPE',
      { param_name: 'server' },
    ],
    [
      'a server without a name',
      '{"server":"","response":1}',
      'VALIDATION_INVALID_TYPE',
      { param_name: 'server' },
    ],
    [
      'a duration without end',
      '{"server":"a","response":1,"duration_ms":1e400}',
      'VALIDATION_INVALID_TYPE',
      { param_name: 'duration_ms' },
    ],
    [
      'a time that is none',
      '{"server":"a","response":1,"observed_at":"yesterday"}',
      'VALIDATION_INVALID_TYPE',
      { param_name: 'observed_at' },
    ],
    [
      'an id that is too long',
      `{"server":"a","response":1,"id":"${'x'.repeat(129)}"}`,
      'VALIDATION_PAYLOAD_TOO_LARGE',
      { limit_value: 128, actual_value: 129 },
    ],
    [
      'JSON that breaks off',
      '{"server":"a","response":{"x":tru}}',
      'VALIDATION_INVALID_TYPE',
      { expected_type: 'JSON', position: 30 },
    ],
    [
      'a control character in a string',
      '{"server":"a\u0001","response":1}',
      'VALIDATION_INVALID_TYPE',
      { position: 12 },
    ],
    [
      'a string of 20 MB',
      `{"server":"a","response":"${'x'.repeat(20_000_000)}"}`,
      'VALIDATION_PAYLOAD_TOO_LARGE',
      { limit_type: 'string size', actual_value: 20_000_000 },
    ],
    [
      'an item of 26 MB',
      `{"server":"a","response":[${'"0123456789",'.repeat(2_000_000)}1]}`,
      'VALIDATION_PAYLOAD_TOO_LARGE',
      { limit_type: 'item size' },
    ],
    [
      'a hundred thousand levels',
      `{"server":"a","response":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'VALIDATION_PAYLOAD_TOO_LARGE',
      { limit_type: 'depth', actual_value: 100_001 },
    ],
    [
      'a string that is not UTF-8',
      '{"server":"a","response":"\xff"}',
      'VALIDATION_INVALID_ENCODING',
      { position: 25 },
    ],
  ])('%s', async (_what, item, code, details) => {
    const array = await post(mailroom, bytesOf(`[${GOOD},${item}\n,${GOOD}]`));
    expect(array).toMatchObject({
      status: 200,
      receipt: { accepted: 2, rejected: [{ index: 1, error: { code, details } }] },
    });
    const lines = await post(mailroom, bytesOf(`${GOOD}\n\n${item}\n${GOOD}`), {
      type: 'application/x-ndjson',
    });
    expect(lines.receipt).toEqual({ ...array.receipt });
    const alone = await post(mailroom, bytesOf(item), { type: 'application/x-ndjson' });
    expect(alone).toMatchObject({
      status: 422,
      error: { code, details: { ...details, rejected: [{ index: 0 }] } },
    });
  });

  test('the query’s server applies to captures that name none', async () => {
    const reply = await post(mailroom, '[{"response":1},{"server":"own","response":2}]', {
      query: '?server=of-query',
    });
    expect(reply.receipt?.accepted).toBe(2);
    expect((await only(mailroom, 'of-query')).raw).toBe('{"response":1}');
    expect((await only(mailroom, 'own')).raw).toBe('{"server":"own","response":2}');
  });

  test.each(['', 'x'.repeat(201)])(
    'the query’s server must be one that a capture could name: "%s"',
    async (server) => {
      const { status, error } = await post(mailroom, '{"response":1}', { query: `?server=${server}` });
      expect([status, error?.details?.param_name]).toEqual([400, 'server']);
    },
  );
});

describe('a body that is unreadable as a whole is refused as a whole', () => {
  const items = `[${Array.from({ length: 200 }, () => '{"server":"never","response":1}').join(',')}]`;
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));

  test.each([
    ['an array without an end', items.slice(0, -1), {}, 400, 'VALIDATION_INVALID_TYPE'],
    ['something after the array', `${items}]`, {}, 400, 'VALIDATION_INVALID_TYPE'],
    ['nothing', '', {}, 400, undefined],
    [
      'bytes outside strings that are not UTF-8',
      bytesOf(items.replace(',', ',\xff')),
      {},
      400,
      'VALIDATION_INVALID_ENCODING',
    ],
    ['UTF-16', Buffer.from(items, 'utf16le'), {}, 400, undefined],
    [
      'gzip that is truncated',
      gzipSync(items).subarray(0, -9),
      { encoding: 'gzip' },
      400,
      'VALIDATION_INVALID_ENCODING',
    ],
    ['text that is called gzip', items, { encoding: 'gzip' }, 400, 'VALIDATION_INVALID_ENCODING'],
    [
      'brotli that is truncated',
      brotliCompressSync(items).subarray(0, -9),
      { encoding: 'br' },
      400,
      'VALIDATION_INVALID_ENCODING',
    ],
    ['a gzip bomb', bomb, { encoding: 'gzip' }, 413, 'VALIDATION_PAYLOAD_TOO_LARGE'],
    ['an encoding that nobody knows', items, { encoding: 'zstd' }, 415, 'VALIDATION_INVALID_TYPE'],
    ['another media type', items, { type: 'text/plain' }, 415, 'VALIDATION_INVALID_TYPE'],
    [
      'a charset that nobody reads',
      items,
      { type: 'application/json; charset="UTF-16"' },
      415,
      'VALIDATION_INVALID_TYPE',
    ],
    [
      'more than may travel',
      Buffer.alloc(LIMITS.bodyBytes + 1, ' '),
      {},
      413,
      'VALIDATION_PAYLOAD_TOO_LARGE',
    ],
    [
      'more items than one body may hold',
      `[${'1,'.repeat(LIMITS.items)}1]`,
      {},
      413,
      'VALIDATION_PAYLOAD_TOO_LARGE',
    ],
    ['a misspelt parameter', items, { query: '?sever=x' }, 400, 'VALIDATION_UNKNOWN_PARAM'],
  ])('%s', async (_what, body, options, status, code) => {
    const reply = await post(mailroom, body, options);
    expect(reply).toMatchObject({ status, error: code === undefined ? {} : { code } });
    expect(reply.error?.message).not.toBe('');
    await expect(only(mailroom, 'never')).rejects.toThrow('never has 0 responses');
  });
});

describe('what is accepted', () => {
  test.each(['utf-8', '"UTF-8"', 'utf8', 'us-ascii'])('a body in %s', async (charset) => {
    const reply = await post(mailroom, GOOD, { type: `application/json;charset=${charset}` });
    expect(reply.receipt).toEqual(receipt(1));
  });

  test.each(['x-ndjson', 'ndjson', 'jsonl', 'x-jsonlines'])('lines as application/%s', async (type) => {
    const reply = await post(mailroom, `${GOOD}\n${GOOD}\n`, { type: `application/${type}` });
    expect(reply.receipt).toMatchObject({ accepted: 2, rejected: [] });
  });

  test('is named when another media type is refused', async () => {
    const { error } = await post(mailroom, GOOD, { type: 'application/yaml' });
    expect(error?.message).toBe(
      "Parameter 'content-type' expected 'application/json or application/x-ndjson', got 'application/yaml'",
    );
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('a body in %s', async (encoding, encode) => {
    const lines = Array.from({ length: 50 }, () => GOOD).join('\n');
    const reply = await post(mailroom, encode(Buffer.from(lines)), {
      type: 'application/x-ndjson; charset=utf-8',
      encoding,
    });
    expect(reply.receipt).toEqual(receipt(50));
  });

  test('an id is stored once even if it holds a secret, which is replaced in it', async () => {
    const config = join(newFolder(), 'mailroom.json');
    writeFileSync(config, JSON.stringify({ secret_keys: ['id$'] }));
    const served = await serve({ flags: ['--config', config] });
    const captures = ['one', 'two', '{"api_key":"sk-1"}', '{"api_key":"sk-2"}'].map((id) => ({
      server: 'discreet',
      id,
      response: { user_id: 'me' },
    }));
    const [first, ...rest] = captures;
    await postLines(served, [first]);
    expect((await postLines(served, rest)).receipt).toMatchObject({ accepted: 3, duplicates: 0 });
    for (const capture of captures)
      expect((await postLines(served, [capture])).receipt).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(await storedIds(served)).toHaveLength(4);
    await served.stop();
  });

  test('an id is stored once per server, even if it occurs twice in one body', async () => {
    const capture = (server: string, id: string, n: number) => ({
      server,
      id,
      response: { success: true, data: n },
    });
    const first = [
      capture('ids', 'one', 1),
      capture('ids', 'one', 2),
      capture('ids', 'two', 3),
      capture('ids-2', 'one', 4),
    ];
    expect((await postLines(mailroom, first)).receipt).toEqual(receipt(3, 1));
    const again = await postLines(mailroom, [capture('ids-2', 'one', 5)]);
    expect(again).toMatchObject({
      status: 200,
      receipt: receipt(0, 1),
    });
    expect((await only(mailroom, 'ids-2')).raw).toBe(JSON.stringify(first[3]));
  });

  test('a body of bad items: the first thousand are named, and all are counted', async () => {
    const bad = Array.from({ length: 3500 }, () => 7);
    const few = await postLines(mailroom, [...bad.slice(0, 999), { server: 'rare', response: 1 }, ...bad]);
    expect(few.receipt).toMatchObject({ accepted: 1, duplicates: 0, rejected_count: 4499 });
    const named = [...Array.from({ length: 999 }, (_, n) => n), 1000];
    expect(few.receipt?.rejected.map(({ index }) => index)).toEqual(named);
    const none = await postLines(mailroom, bad);
    expect(none).toMatchObject({ status: 422, error: { details: { rejected_count: 3500 } } });
    expect(none.error?.details?.rejected).toHaveLength(1000);
  });

  test('a body without items', async () => {
    expect((await post(mailroom, ' [ ] ')).receipt).toEqual(receipt(0));
    expect((await post(mailroom, '\n \r\n', { type: 'application/x-ndjson' })).receipt).toEqual(receipt(0));
  });

  test('a response of 10 MB, as text with its quotes escaped and again as structuredContent', async () => {
    const structuredContent = { success: true, data: Array.from({ length: 900_000 }, () => ({ item: 1 })) };
    const envelope = JSON.stringify(structuredContent);
    expect(envelope.length).toBeGreaterThan(9_900_000);
    const response = { content: [{ type: 'text', text: envelope }], structuredContent };
    const reply = await post(mailroom, JSON.stringify({ server: 'ten', response }));
    expect(reply.receipt?.accepted).toBe(1);
  });

  test('a body of several thousand captures', async () => {
    const captures = Array.from({ length: 3500 }, (_, n) => ({
      server: 'many',
      id: `n${n}`,
      response: { success: true, data: n },
    }));
    expect((await post(mailroom, JSON.stringify([...captures, 7]))).receipt).toMatchObject({
      accepted: 3500,
      rejected: [{ index: 3500, error: { code: 'VALIDATION_INVALID_TYPE' } }],
    });
  });
});
