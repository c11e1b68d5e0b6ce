import { describe, expect, it } from 'vitest';
import { breakdownsOf, failureDetails } from '../../../../server/store/answers/breakdowns.ts';
import type { JsonObject } from '../../../../shared/json/value.ts';
import type { Dialect } from '../../../../shared/verdict.ts';

const said = (
  details: JsonObject | null = null,
  version: string | null = null,
  client: string | null = 'ide',
  clientVersion: string | null = null,
) => ({ client, clientVersion, version, details });
const names = (failures: Parameters<typeof breakdownsOf>[0]) =>
  breakdownsOf(failures).map(({ dimension }) => dimension);
const valuesOf = (details: readonly unknown[]) =>
  breakdownsOf(details.map((one) => said({ of: one })))
    .find(({ dimension }) => dimension === 'details.of')
    ?.values.map(({ value, count }) => [value, count]);

describe('a breakdown', () => {
  it('has the most frequent values first, with their shares', () => {
    expect(breakdownsOf([said(null, '1'), said(null, '2', null), said(null, '2'), said()])).toEqual([
      {
        dimension: 'client',
        examined: 4,
        count: 4,
        values: [
          { value: 'ide', count: 3, share: 0.75 },
          { value: 'unidentified', count: 1, share: 0.25 },
        ],
      },
      {
        dimension: 'server_version',
        examined: 4,
        count: 3,
        values: [
          { value: '2', count: 2, share: 2 / 3 },
          { value: '1', count: 1, share: 1 / 3 },
        ],
      },
    ]);
  });

  it('says how many failures it looked at: of details, those of the newest fifty', () => {
    const failures = Array.from({ length: 60 }, (_, n) => said(n < 50 && n % 2 === 0 ? { of: 1 } : null));
    expect(breakdownsOf(failures)).toMatchObject([
      { dimension: 'client', examined: 60, count: 60 },
      { dimension: 'details.of', examined: 50, count: 25 },
    ]);
  });

  it('tells the versions of clients apart if one had several, else they say no more than the clients', () => {
    const of = (client: string, version: string | null) => said(null, null, client, version);
    expect(names([of('ide', '1'), of('ide', '1'), of('bot', '1'), of('bot', null)])).toEqual(['client']);
    expect(names([of('ide', '1')])).toEqual(['client']);
    const [, versions] = breakdownsOf([of('ide', '2'), of('ide', '1'), of('bot', '1'), of('ide', '2')]);
    expect(versions?.dimension).toBe('client_version');
    expect(versions?.values.map(({ value, count }) => [value, count])).toEqual([
      ['ide 2', 2],
      ['ide 1', 1],
      ['bot 1', 1],
    ]);
  });

  it('counts strings, numbers and booleans, and nothing that is deeper', () => {
    expect(valuesOf(['a', 1, 1.5, true, false, null, {}, ['a'], 'a'])).toEqual([
      ['a', 2],
      ['1', 1],
      ['1.5', 1],
      ['true', 1],
      ['false', 1],
    ]);
    expect(names([said(null)])).toEqual(['client']);
  });

  it('cuts a value at 200 characters', () => {
    expect(valuesOf(['x'.repeat(200), 'x'.repeat(201)])).toEqual([['x'.repeat(200), 2]]);
    expect(valuesOf([`${'x'.repeat(199)}😀`])).toEqual([['x'.repeat(199), 1]]);
  });

  it('has at most ten values', () => {
    const values = Array.from({ length: 11 }, (_, n) => `v${n}`);
    expect(valuesOf([...values, 'v10'])?.map(([value]) => value)).toEqual(['v10', ...values.slice(0, 9)]);
  });

  it('is of at most eight keys, besides client and version', () => {
    const keys = Array.from({ length: 9 }, (_, n) => [`k${n}`, 1] as const);
    expect(names([said(Object.fromEntries(keys), '1')])).toEqual([
      ...['client', 'server_version'],
      ...keys.slice(0, 8).map(([key]) => `details.${key}`),
    ]);
  });
});

describe('the details of a failure', () => {
  const detailsIn = (capture: unknown, dialect: Dialect) =>
    failureDetails(Buffer.from(JSON.stringify(capture)), dialect)[0];
  const envelope = { success: false, error: { code: 'X', message: 'm', details: { a: 1 } } };

  it.each([
    ['in an envelope', 'mcp-aql', { response: envelope }, { a: 1 }],
    [
      'in text',
      'mcp-aql',
      { response: { content: [{ type: 'text', text: JSON.stringify(envelope) }] } },
      { a: 1 },
    ],
    [
      'in a JSON-RPC error',
      'jsonrpc-error',
      { response: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'm', data: { b: 2 } } } },
      { b: 2 },
    ],
    [
      'beside an error string',
      'success-flag',
      { response: { success: false, error: 'm', details: { a: 1 } } },
      { a: 1 },
    ],
    [
      'in a Result',
      'result',
      { response: { success: false, error: 'm', error_type: 'validation', error_data: { a: 1 } } },
      { a: 1 },
    ],
    [
      'beside an error flag',
      'error-flag',
      { response: { error: true, type: 'X', message: 'm', details: { a: 1 } } },
      { a: 1 },
    ],
    [
      'of an MCP-AQL tool',
      'mcp-aql',
      { tool: 'mcp_aql_read', response: { error: { code: 'X', details: { a: 1 } } } },
      { a: 1 },
    ],
    [
      'of an MCP-AQL tool that only the request names',
      'mcp-aql',
      { params: { name: 'mcp_aql_read' }, response: { error: { code: 'X', details: { a: 1 } } } },
      { a: 1 },
    ],
    [
      'of another tool',
      'plain',
      { tool: 'read', response: { error: { code: 'X', details: { a: 1 } } } },
      null,
    ],
    ['in no error', 'success-flag', { response: { success: false } }, null],
    ['in no response', 'plain', {}, null],
    ['in no capture', 'plain', [], undefined],
  ] as const)('%s', (_title, dialect, capture, details) => {
    expect(detailsIn(capture, dialect)).toEqual(details);
  });

  it('are unknown if the capture is damaged', () => {
    expect(failureDetails(Buffer.from('{"response":'), 'plain')).toEqual([]);
  });
});
