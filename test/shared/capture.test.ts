import { describe, expect, test } from 'vitest';
import { LONGEST, readCapture } from '../../shared/capture.ts';
import { parseJson } from '../../shared/json/value.ts';

const MINIMAL = { response: null, server: 's' };
const errorsOf = (value: unknown) => readCapture(value).errors ?? [];

test('keeps known members and ignores others', () => {
  const value = {
    response: { success: true },
    server: 's',
    server_version: '1',
    id: 'i',
    observed_at: '2026-11-21T10:00:00+02:00',
    method: 'tools/call',
    tool: 't',
    operation: 'o',
    params: { name: 't' },
    client: 'c',
    client_version: '2',
    session: 'x',
    request_id: 'r',
    transport: 'stdio',
    duration_ms: 0.5,
    tool_listed: false,
    unknown: 1,
  };
  const { unknown: _, ...known } = value;
  expect(readCapture(value).capture).toEqual({ ...known, observed_at: Date.parse('2026-11-21T08:00:00Z') });
});

test('returns the response exactly as sent', () => {
  const response = { success: 'true', extra: 1 };
  expect(readCapture({ ...MINIMAL, response }).capture?.response).toBe(response);
});

test('uses the default server if the capture does not name one', () => {
  expect(readCapture({ response: 1 }, { server: 'd' }).capture).toEqual({ response: 1, server: 'd' });
  expect(readCapture({ response: 1, server: 's' }, { server: 'd' }).capture?.server).toBe('s');
});

test('takes a name of as many characters as the contract says, whatever they are', () => {
  const server = '📦'.repeat(LONGEST.server);
  expect(readCapture({ response: 1, server }).capture?.server).toBe(server);
});

test.each([null, false, 0, '', [], {}])('%j is a response', (response) => {
  expect(readCapture({ ...MINIMAL, response }).capture).toEqual({ response, server: 's' });
});

test.each([0, 1_763_719_200_000, -1, 1_763_719_200_000.75])(
  '%d is a time in epoch milliseconds',
  (observed_at) => {
    expect(readCapture({ ...MINIMAL, observed_at }).capture?.observed_at).toBe(Math.trunc(observed_at));
  },
);

test('an optional member that is null counts as absent, but params and response are kept as sent', () => {
  const names = [
    'server_version',
    'id',
    'observed_at',
    'method',
    'tool',
    'operation',
    'client',
    'client_version',
  ];
  const more = ['session', 'request_id', 'transport', 'duration_ms', 'tool_listed', 'params'];
  const nulls = Object.fromEntries([...names, ...more].map((name) => [name, null]));
  const { capture } = readCapture({ ...nulls, ...MINIMAL }, { observed_at: 7 });
  expect(capture).toEqual({ ...MINIMAL, observed_at: 7, params: null });
});

test('an optional name that is empty counts as absent', () => {
  const { server: _, ...names } = LONGEST;
  const empty = Object.fromEntries(Object.keys(names).map((name) => [name, '']));
  expect(readCapture({ ...MINIMAL, ...empty }).capture).toEqual(MINIMAL);
});

describe('a fault is named with its member and reason', () => {
  test.each<[object, string, string]>([
    [{ server: 's' }, 'VALIDATION_MISSING_PARAM', "Missing required parameter 'response'"],
    [{ response: 1 }, 'VALIDATION_MISSING_PARAM', "Missing required parameter 'server'"],
    [
      { response: 1, server: null },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'server' expected 'string', got 'null'",
    ],
    [
      { response: 1, server: '' },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'server' expected 'string of 1 to 200 characters', got '\"\"'",
    ],
    [
      { ...MINIMAL, server: 'x'.repeat(201) },
      'VALIDATION_PAYLOAD_TOO_LARGE',
      'Payload exceeds server length limit of 200 characters: it has 201',
    ],
    [
      { ...MINIMAL, server: '📦'.repeat(201) },
      'VALIDATION_PAYLOAD_TOO_LARGE',
      'Payload exceeds server length limit of 200 characters: it has 201',
    ],
    [
      { ...MINIMAL, id: 'x'.repeat(129) },
      'VALIDATION_PAYLOAD_TOO_LARGE',
      'Payload exceeds id length limit of 128 characters: it has 129',
    ],
    [{ ...MINIMAL, id: 7 }, 'VALIDATION_INVALID_TYPE', "Parameter 'id' expected 'string', got '7'"],
    [
      { ...MINIMAL, tool: ['t'] },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'tool' expected 'string', got 'array'",
    ],
    [
      { ...MINIMAL, observed_at: 'yesterday' },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'observed_at' expected 'RFC 3339 time or epoch milliseconds', got '\"yesterday\"'",
    ],
    [
      { ...MINIMAL, observed_at: '2026-11-21' },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'observed_at' expected 'RFC 3339 time or epoch milliseconds', got '\"2026-11-21\"'",
    ],
    [
      { ...MINIMAL, observed_at: 1e300 },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'observed_at' expected 'RFC 3339 time or epoch milliseconds', got '1e+300'",
    ],
    [
      { ...MINIMAL, duration_ms: -1 },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'duration_ms' expected 'number from 0 to 100000000000000', got '-1'",
    ],
    [
      { ...MINIMAL, duration_ms: 9e15 },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'duration_ms' expected 'number from 0 to 100000000000000', got '9000000000000000'",
    ],
    [
      { ...MINIMAL, duration_ms: '5' },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'duration_ms' expected 'number from 0 to 100000000000000', got '\"5\"'",
    ],
    [
      { ...MINIMAL, tool_listed: 'yes' },
      'VALIDATION_INVALID_TYPE',
      "Parameter 'tool_listed' expected 'boolean', got '\"yes\"'",
    ],
  ])('%j', (value, code, message) => {
    expect(errorsOf(value)).toEqual([expect.objectContaining({ code, message })]);
  });

  test('all of them', () => {
    const faults = errorsOf({ id: 1, duration_ms: Number.POSITIVE_INFINITY });
    expect(new Set(faults.map(({ details }) => details?.param_name))).toEqual(
      new Set(['response', 'server', 'duration_ms', 'id']),
    );
  });

  test.each([null, 1, 'x', []])('%j is no capture', (value) => {
    expect(errorsOf(value)).toMatchObject([
      { code: 'VALIDATION_INVALID_TYPE', details: { param_name: 'capture' } },
    ]);
  });

  test('a response inherited from a prototype does not count', () => {
    expect(errorsOf(parseJson('{"__proto__": {"response": 1}, "server": "s"}'))).toMatchObject([
      { details: { param_name: 'response' } },
    ]);
  });
});
