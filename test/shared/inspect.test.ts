import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
import { read } from '../../shared/read.ts';
import { hostileJson, hostileResponse } from './arbitrary.ts';
import { brokenPointers, shuffled } from './properties.ts';

describe('a verdict', () => {
  const failure = (error: object, more: object = {}) => ({ response: { success: false, error, ...more } });

  test('has the envelope’s request id, duration and status', () => {
    const success = { response: { success: true, data: 1, _meta: { request_id: 'r', duration_ms: 4 } } };
    expect(inspect(success)).toMatchObject({ request_id: 'r', duration_ms: 4, http_status: null });
    const camel = { response: { success: true, data: 1, _meta: { requestId: 'r', durationMs: -1 } } };
    expect(inspect(camel)).toMatchObject({ request_id: 'r', duration_ms: null });
    const endless = { response: { success: true, data: 1, _meta: { duration_ms: 1e300 } } };
    expect(inspect(endless).duration_ms).toBeNull();
    const details = { request_id: 'd', http_status: 404 };
    expect(inspect(failure({ code: 'X', message: 'm', details }))).toMatchObject({
      request_id: 'd',
      http_status: 404,
    });
    expect(inspect(failure({ code: 'X', message: 'status code 503' }))).toMatchObject({ http_status: 503 });
    expect(inspect({ response: { error: true, message: 'm', status: 429 } })).toMatchObject({
      http_status: 429,
    });
    expect(inspect({ response: { error: true, message: 'm', status: 4.5 } })).toMatchObject({
      http_status: null,
    });
  });

  test('has isError as it was set', () => {
    const of = (more: object) => inspect({ response: { content: [], ...more } }).is_error;
    expect([of({}), of({ isError: false }), of({ isError: true }), of({ isError: 'true' })]).toEqual([
      null,
      false,
      true,
      null,
    ]);
  });

  test.each([
    ['isError in data', { success: true, data: { isError: true } }],
    ['is_error in data', { success: true, data: { is_error: true } }],
    ['success false in data', { success: true, data: { success: false } }],
    ['prose in data', { success: true, data: { content: [{ type: 'text', text: '❌ failed' }] } }],
  ])('says that a failure is masked: %s', (_, response) => {
    expect(inspect({ response })).toMatchObject({ outcome: 'success', masked: true });
  });

  test('says that an inner isError was lost', () => {
    const inner = { content: [{ type: 'text', text: '{"success": true, "data": {}}' }], isError: true };
    const text = JSON.stringify(inner);
    expect(inspect({ response: { content: [{ type: 'text', text }] } }).masked).toBe(true);
    expect(inspect({ response: { content: [{ type: 'text', text }], isError: true } }).masked).toBe(false);
  });

  test.each([
    { success: true, data: { is_error: false, content: [] } },
    { success: true, data: 'Error: x' },
    { success: false, error: { code: 'X', message: 'm' } },
  ])('says that %j masks nothing', (response) => {
    expect(inspect({ response }).masked).toBe(false);
  });

  test('truncates long messages and names', () => {
    const long = 'x'.repeat(1_000_000);
    const { code, message, operation } = inspect({
      ...failure({ code: long, message: long }),
      operation: long,
    });
    expect([code?.length, message?.length, operation?.length]).toEqual([256, 4_000, 256]);
  });

  test('knows no tool and no operation by an empty name', () => {
    const asked = { method: 'tools/call', params: { name: '', arguments: {} } };
    expect(inspect({ ...asked, response: 'done' })).toMatchObject({ tool: null, operation: null });
  });
});

describe('a batch', () => {
  const failed = { success: false, error: { code: 'NOT_FOUND_RESOURCE', message: "Item 'x' not found" } };
  const warned = {
    success: true,
    data: 1,
    warnings: [{ code: 'PERFORMANCE_X', message: 'm', severity: 'low' }],
  };
  const batch = (results: unknown) => ({ success: true, data: null, results, summary: {} });

  test('has its members in the order sent, each with its index, pointer and verdict', () => {
    const results = [
      { index: 4, operation: 'a', result: failed },
      'no member',
      { operation: 'b', result: warned },
      { index: '3', result: { success: true, data: { isError: true } } },
      { index: 1e20, result: warned },
    ];
    expect(inspect({ response: batch(results) }).members).toMatchObject([
      {
        index: 4,
        pointer: '/results/0/result',
        operation: 'a',
        code: 'NOT_FOUND_RESOURCE',
        category: 'not_found',
      },
      { index: 2, pointer: '/results/2/result', operation: 'b', warnings: [{ severity: 2 }] },
      { index: 3, pointer: '/results/3/result', operation: null, masked: true },
      { index: 4, pointer: '/results/4/result' },
    ]);
  });

  test('inside a batch has the prefixes of both', () => {
    const inner = batch([{ index: 0, operation: 'b', result: failed }]);
    const { members } = inspect({ response: batch([{ index: 0, operation: 'a', result: inner }]) });
    expect(members.map(({ pointer }) => pointer)).toEqual([
      '/results/0/result',
      '/results/0/result/results/0/result',
    ]);
  });

  test('is read to a limited depth', () => {
    let response: object = failed;
    for (let level = 0; level < 5_000; level++)
      response = batch([{ index: 0, operation: 'a', result: response }]);
    expect(inspect({ response }).members.length).toBeLessThan(20);
  });

  const many = (result: object, length: number) =>
    batch(Array.from({ length }, (_, index) => ({ index, operation: 'a', result })));

  test('has at most 10,000 members, those of batches within it included', () => {
    expect(inspect({ response: many(many(failed, 200), 100) }).members).toHaveLength(10_000);
    expect(inspect({ response: many(failed, 10_001) }).members).toHaveLength(10_000);
  });

  test('has at most 10,000 warnings, its own first', () => {
    const warnings = Array.from({ length: 900 }, () => ({ code: 'X' }));
    const member = { success: true, data: 1, warnings };
    const read = inspect({ response: { ...many(member, 12), warnings } });
    expect([read, ...read.members].map(({ warnings: own }) => own.length)).toEqual([
      ...Array(11).fill(900),
      100,
      0,
    ]);
  });
});

test('a long key is not repeated for every secret under it', () => {
  const secrets = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`token${n}`, 'x']));
  const pointersUnder = (key: string) => {
    const response = { error: true, type: 'X', message: 'm', params: { [key]: secrets } };
    return inspect({ response }).violations.map(({ pointer }) => pointer);
  };
  expect(pointersUnder('k'.repeat(1_000))).toHaveLength(1_000);
  expect(pointersUnder('k'.repeat(100_000))).toEqual([]);
});

describe('a long text', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const padding = 'x'.repeat(70_000);
  const said = (text: string) => inspect({ response: { isError: true, content: [{ type: 'text', text }] } });

  test.each([
    [199, 'mcp-aql', 'gone'],
    [200, 'plain', '{"success"'],
    [3_000_000, 'plain', '{"success"'],
  ])('is an envelope if it has %i levels in it: %s', (levels, dialect, message) => {
    const error = `{"code":"INTERNAL_ERROR","message":"gone","details":{"a":"[]{}\\"[${padding}"}}`;
    const verdict = said(`{"success":false,"error":${error},"data":${nested(levels)}}`);
    expect(verdict).toMatchObject({ dialect, message: expect.stringMatching(`^${message}`) });
  });

  test('with brackets in its strings has no more levels by them', () => {
    const error = `{"code":"INTERNAL_ERROR","message":"gone","details":{"a":"${'[\\"{'.repeat(20_000)}"}}`;
    expect(said(`{"success":false,"error":${error}}`)).toMatchObject({ message: 'gone' });
  });

  test('that is a list says what its first item says, unless it is too deep', () => {
    const list = (levels: number) => `[{"message":"gone","a":"${padding}"},${nested(levels)}]`;
    expect(said(list(199)).message).toBe('gone');
    expect(said(list(200)).message).toMatch(/^\[\{"message"/);
  });

  test('of brackets alone, after a word or not, is told as it is', () => {
    const brackets = '[ '.repeat(3_000_000);
    expect(said(brackets).message).toMatch(/^\[ \[ /);
    expect(said(`Error: ${brackets}{`).message).toMatch(/^Error: \[ \[ /);
  });
});

describe('whatever a response is', () => {
  const exchange = fc.record(
    {
      response: hostileResponse,
      params: hostileJson,
      tool: fc.constantFrom('mcp_aql_read', 'search'),
      operation: fc.string(),
      observed_at: fc.integer(),
    },
    { requiredKeys: ['response'] },
  );

  test('its verdict can be written as JSON, and every pointer or its parent resolves', () => {
    fc.assert(
      fc.property(exchange, (asked) => {
        const verdict = inspect(asked);
        expect(() => JSON.stringify(verdict)).not.toThrow();
        expect(brokenPointers(read(asked), verdict)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test('the verdict does not depend on the order of members', () => {
    fc.assert(
      fc.property(exchange, fc.nat(), (asked, seed) => {
        expect(inspect({ ...asked, response: shuffled(asked.response, seed) })).toEqual(inspect(asked));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['deep', `${'{"data":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['deep in its data', `{"success":true,"data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    [
      'deep in its error',
      `{"success":false,"error":{"code":"X","message":"m","details":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}}`,
    ],
    [
      'deep in two warnings',
      `{"success":true,"data":1,"warnings":[${Array(2).fill(`{"code":"A","message":"m","details":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)},"severity":${'['.repeat(9_000)}${']'.repeat(9_000)}}`)}]}`,
    ],
    [
      'wide',
      `{"success":true,"data":1,"warnings":[${Array(50_000).fill('{}')}],"results":[${Array(50_000).fill('{}')}]}`,
    ],
    [
      'of many names',
      `{"success":true,"data":1${Array.from({ length: 50_000 }, (_, at) => `,"n${at}":1`).join('')}}`,
    ],
    ['of a long text', JSON.stringify({ success: false, error: 'Error: '.repeat(500_000) })],
  ])('it may be %s', (_, text) => {
    const bare = inspect({ response: text, tool: 'mcp_aql_read', observed_at: 0 });
    expect(() => JSON.stringify(bare)).not.toThrow();
    const structured = { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
    expect(() => JSON.stringify(inspect({ response: structured, tool: 'mcp_aql_read' }))).not.toThrow();
  });
});
