import { describe, expect, test } from 'vitest';
import { read } from '../../shared/read.ts';
import type { Dialect } from '../../shared/verdict.ts';

const inText = (envelope: unknown, isError?: boolean) => ({
  content: [{ type: 'text', text: JSON.stringify(envelope) }],
  ...(isError === undefined ? {} : { isError }),
});

describe('by shape', () => {
  test.each<[Dialect, unknown]>([
    ['result', { success: true, instruction: 'Show it' }],
    ['result', { success: true, value: 1 }],
    ['result', { success: false, exception_type: 'KeyError' }],
    ['result', { success: true, disposition: 'final' }],
    ['result', { success: true, additional_agent_instructions: 'Show it' }],
    ['plain', { value: 1, instruction: 'Show it' }],
    ['result', { success: false, error: 'x', error_type: 'not_found' }],
    ['result', { success: false, error: { code: 'X', message: 'm' }, error_type: 'unknown' }],
    ['mcp-aql', { success: true, value: 1, data: {} }],
    ['mcp-aql', { success: true, data: null }],
    ['mcp-aql', { success: true, warnings: [] }],
    ['mcp-aql', { success: false, error: { message: 'm' } }],
    ['mcp-aql', { success: true, results: [], summary: {} }],
    ['success-flag', { success: true, results: [] }],
    ['success-flag', { success: false, error: 'text', code: 'EXECUTION_ERROR' }],
    ['success-flag', { success: true }],
    ['success-flag', { success: true, message: 'Saved' }],
    ['success-flag', { success: false, error: true }],
    ['error-flag', { error: true, type: 'X' }],
    ['error-flag', { error: true }],
    ['error-flag', { error: 'true', message: 'm' }],
    ['error-flag', { error: 1, message: 'm' }],
    ['plain', { error: 'true' }],
    ['plain', { error: false, message: 'fine' }],
    ['plain', { error: { code: 'X', message: 'm' } }],
    ['plain', { data: {}, warnings: [] }],
    ['plain', { valid: false, errors: [], warnings: [{ type: 'x' }] }],
  ])('%s: %j', (dialect, envelope) => {
    expect(read({ response: inText(envelope), tool: 'other' })).toMatchObject({
      dialect,
      decidedBy: 'shape',
    });
  });
});

describe('by an MCP-AQL tool’s name', () => {
  test.each([
    { success: true },
    { success: false, error: 'text' },
    { error: { code: 'X', message: 'm' } },
    { data: {}, warnings: [] },
  ])('%j', (envelope) => {
    const { dialect, decidedBy, proven } = read({ response: inText(envelope), tool: 'mcp_aql_read' });
    expect({ dialect, decidedBy, proven }).toEqual({ dialect: 'mcp-aql', decidedBy: 'tool', proven: true });
  });

  test.each(['mcp_aql', 'mcpaql_read', 'acme_mcp_aql_create', 'mcp_aql_v2'])('%s is one', (tool) => {
    expect(read({ response: inText({ success: true }), tool }).mcpAqlTool).toBe(true);
  });

  test.each([
    'mcp_aqlx',
    'xmcp_aql',
    'mcp-aql',
    'MCP_AQL',
    'mcp_aql_',
    'mcp_aql\n',
    `${'x'.repeat(250)}_mcp_aql`,
  ])('%j is none', (tool) => {
    expect(read({ response: inText({ success: true }), tool }).mcpAqlTool).toBe(false);
  });

  test('in the request’s params if the capture names no tool', () => {
    expect(read({ response: inText({ success: true }), params: { name: 'mcp_aql' } }).mcpAqlTool).toBe(true);
  });

  test('is looked for in a name of any length in no time', () => {
    const params = { name: `${'_mcpaql'.repeat(1_000_000)}!` };
    expect(read({ response: inText({ success: true }), params }).mcpAqlTool).toBe(false);
  });
});

describe('by a pin', () => {
  test.each<[Dialect, unknown, Dialect]>([
    ['result', { success: true }, 'result'],
    ['mcp-aql', { success: true, message: 'm' }, 'mcp-aql'],
    ['mcp-aql', { error: { code: 'X' } }, 'mcp-aql'],
    ['success-flag', { success: true, data: {} }, 'success-flag'],
    ['error-flag', { success: true, error: true }, 'error-flag'],
    ['plain', { success: true, data: {} }, 'plain'],
  ])('%s holds for %j', (pinned, envelope, dialect) => {
    const reading = read({ response: inText(envelope) }, pinned);
    expect(reading).toMatchObject({ dialect, decidedBy: 'pinned', proven: true });
  });

  test('does not apply to what the dialect cannot read', () => {
    expect(read({ response: inText({ success: true, data: 1 }) }, 'error-flag')).toMatchObject({
      dialect: 'mcp-aql',
      decidedBy: 'shape',
    });
    expect(read({ response: inText({ rows: [] }) }, 'result').dialect).toBe('plain');
    expect(read({ response: inText({ rows: [] }) }, 'mcp-aql').dialect).toBe('plain');
    expect(read({ response: inText({ rows: [], warnings: [] }) }, 'mcp-aql').dialect).toBe('plain');
  });

  test('to plain holds for an error with a code at the root of a result', () => {
    const response = { content: [], error: 'gone', code: 'X' };
    expect(read({ response }, 'plain').dialect).toBe('plain');
  });
});

const jsonrpc = (code: unknown, message = 'm') => ({ jsonrpc: '2.0', id: 1, error: { code, message } });

describe('outcome, code and category', () => {
  test.each<[string, unknown, string, string | null, string | null]>([
    ['a success', inText({ success: true, data: 1 }), 'success', null, null],
    [
      'a code',
      inText({ success: false, error: { code: 'VALIDATION_X', message: 'm' } }),
      'failure',
      'VALIDATION_X',
      'validation',
    ],
    [
      'an error beside a success',
      inText({ success: true, data: 1, error: { code: 'X', message: 'm' } }),
      'success',
      'X',
      null,
    ],
    [
      'success that is no boolean',
      inText({ success: 'false', data: 1, error: { code: 'INTERNAL_X', message: 'm' } }),
      'unknown',
      'INTERNAL_X',
      'internal',
    ],
    ['success that is no boolean, without an error', inText({ success: 1, data: 1 }), 'unknown', null, null],
    [
      'a Result’s success that is no boolean, with an error object',
      inText({ success: 1, error: { a: 1 }, error_type: 'no_project' }),
      'unknown',
      'no_project',
      'validation',
    ],
    [
      'a Result’s success that is no boolean, with an error string',
      inText({ success: 1, error: 'x', error_type: 'no_project' }),
      'unknown',
      'no_project',
      null,
    ],
    [
      'a Result’s success with an error object',
      inText({ success: true, error: { a: 1 }, error_type: 'no_project' }),
      'success',
      'no_project',
      null,
    ],
    [
      'an error object without a code',
      inText({ success: false, error: { message: "Item 'x' not found" } }),
      'failure',
      null,
      'not_found',
    ],
    ['an error object that says nothing', inText({ success: false, error: {} }), 'failure', null, 'unknown'],
    [
      'a Result’s type',
      inText({ success: false, error: 'x', error_type: 'no_project' }),
      'failure',
      'no_project',
      'validation',
    ],
    [
      'a type that Result does not have',
      inText({ success: false, error: 'x', error_type: 'quota' }),
      'failure',
      'quota',
      'unknown',
    ],
    [
      'a Result without a type',
      inText({ success: false, error: 'x', instruction: 'y' }),
      'failure',
      null,
      'unknown',
    ],
    [
      'a success flag’s known code',
      inText({ success: false, error: 'denied', code: 'NOT_FOUND' }),
      'failure',
      'NOT_FOUND',
      'not_found',
    ],
    [
      'a success flag’s other code',
      inText({ success: false, error: 'no such table', code: 'VALIDATION_X' }),
      'failure',
      'VALIDATION_X',
      'not_found',
    ],
    [
      'a success flag with a message',
      inText({ success: false, message: 'Access denied' }),
      'failure',
      null,
      'permission',
    ],
    ['a success flag with nothing', inText({ success: false }), 'failure', null, 'unknown'],
    [
      'members at the root without success',
      { content: [], error: 'x', code: 'UNKNOWN_TYPE' },
      'unknown',
      'UNKNOWN_TYPE',
      null,
    ],
    [
      'an error flag’s status',
      inText({ error: true, type: 'ZodError', message: 'status code 404', status: 403 }),
      'failure',
      'ZodError',
      'permission',
    ],
    [
      'an error flag’s told status',
      inText({ error: true, type: 'ZodError', message: 'Request failed with status code 429' }),
      'failure',
      'ZodError',
      'rate_limit',
    ],
    [
      'an error flag’s type',
      inText({ error: true, type: 'ZodError', message: 'm' }),
      'failure',
      'ZodError',
      'validation',
    ],
    [
      'missing data',
      inText({ error: true, type: 'ElasticsearchDataError', message: 'No log data found' }),
      'failure',
      'ElasticsearchDataError',
      'not_found',
    ],
    [
      'data that cannot be read',
      inText({ error: true, type: 'ElasticsearchDataError', message: 'Error accessing logs' }),
      'failure',
      'ElasticsearchDataError',
      'internal',
    ],
    ['an error flag’s code', inText({ error: true, message: 'm', code: 'E' }), 'failure', 'E', 'internal'],
    ['JSON-RPC: parse error', jsonrpc(-32700), 'failure', '-32700', 'validation'],
    ['JSON-RPC: unknown method', jsonrpc(-32601), 'failure', '-32601', 'not_found'],
    ['JSON-RPC: resource not found', jsonrpc(-32002), 'failure', '-32002', 'not_found'],
    ['JSON-RPC: bad arguments', jsonrpc(-32602, 'Invalid arguments'), 'failure', '-32602', 'validation'],
    ['JSON-RPC: unknown tool', jsonrpc(-32602, 'Unknown Tool: x'), 'failure', '-32602', 'not_found'],
    ['JSON-RPC: tool not found', jsonrpc(-32602, 'Tool x not found'), 'failure', '-32602', 'not_found'],
    ['JSON-RPC: internal', jsonrpc(-32603), 'failure', '-32603', 'internal'],
    ['JSON-RPC: of MCP', jsonrpc(-32042), 'failure', '-32042', 'unknown'],
    ['JSON-RPC without a code', jsonrpc(null), 'failure', null, 'unknown'],
    ['prose', { content: [{ type: 'text', text: 'The sum is 4.' }] }, 'success', null, null],
    [
      'prose with isError',
      { content: [{ type: 'text', text: 'fetch failed' }], isError: true },
      'failure',
      null,
      'internal',
    ],
    ['nothing with isError', { content: [], isError: true }, 'failure', null, 'internal'],
    [
      'prose that starts like an error',
      { content: [{ type: 'text', text: 'Error: no such index' }] },
      'failure',
      null,
      'not_found',
    ],
    [
      'JSON with a string error',
      inText({ error: 'Instance not found', tip: 'try' }),
      'failure',
      null,
      'not_found',
    ],
    ['JSON with an empty error', inText({ error: '', rows: [] }), 'success', null, null],
    [
      'a lost inner isError',
      inText({ content: [{ type: 'text', text: 'boom' }], isError: true }),
      'failure',
      null,
      'internal',
    ],
    [
      'a file with an error in it',
      {
        content: [{ type: 'text', text: '{"error": "x"}' }],
        structuredContent: { content: '{"error": "x"}' },
      },
      'success',
      null,
      null,
    ],
    ['a request for more input', { resultType: 'input_required', inputRequests: {} }, 'success', null, null],
  ])('%s', (_, response, outcome, code, category) => {
    expect(read({ response, tool: 'other' })).toMatchObject({ outcome, code, category });
  });
});

describe('the message', () => {
  test.each<[string, unknown]>([
    ['bad', { msg: 'bad', status: 500 }],
    ['bad', { detail: 'bad' }],
    ['bad', { errorMessage: 'bad', errorType: 'Timeout' }],
    ['Not Found', { type: 'about:blank', title: 'Not Found', status: 404 }],
    ['no such file', { exitCode: 1, stdout: '', stderr: 'no such file' }],
    ['bad', { errors: [{ message: 'bad' }, { message: 'worse' }] }],
    ['bad', { errorMessages: ['bad'], errors: {} }],
    ['email: is taken', { errors: { email: ['is taken'], name: ['is long'] } }],
    ['body.a: field required', { detail: [{ loc: ['body', 'a'], msg: 'field required', type: 'm' }] }],
    ['rows.0: expected a number', [{ path: ['rows', 0], message: 'expected a number' }]],
    ['invalid_grant: Token expired', { error: 'invalid_grant', error_description: 'Token expired' }],
    ['invalid_grant', { error: 'invalid_grant', error_description: 7 }],
    ['{"status":500,"detail":{}}', { status: 500, detail: {} }],
  ])('is %j where JSON with isError is %j', (message, json) => {
    const response = { content: [{ type: 'text', text: JSON.stringify(json) }], isError: true };
    expect(read({ response, tool: 'other' }).message).toBe(message);
  });

  test.each<[string | null, unknown]>([
    ['gone', { success: false, error: 'gone', error_type: 'not_found' }],
    [null, { success: true, error: 'gone', error_type: 'not_found' }],
    ['gone', { success: 'no', error: 'gone', error_type: 'not_found' }],
    ['gone', { success: false, message: 'gone' }],
    ['gone', { success: false, error: '', message: 'gone' }],
    [null, { success: true, message: 'Saved' }],
    [null, { success: true, data: 1, error: { code: 'X', message: 'gone' } }],
  ])('%j of %j', (message, envelope) => {
    expect(read({ response: inText(envelope), tool: 'other' }).message).toBe(message);
  });
});

describe('the details', () => {
  const details = { request_id: 'r' };

  test.each([
    { success: false, error: { code: 'X', message: 'm', details } },
    { success: false, error: 'gone', error_type: 'not_found', error_data: details },
    { error: true, message: 'm', details },
    { success: false, error: 'gone', details },
    { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'm', data: details } },
  ])('are found in %j, if they are an object', (response) => {
    expect(read({ response }).details).toEqual(details);
    const text = JSON.stringify(response).replace(JSON.stringify(details), '"r"');
    expect(read({ response: JSON.parse(text) }).details).toBeNull();
  });
});

describe('a response proves its server’s dialect', () => {
  test.each<[boolean, unknown]>([
    [true, { success: false, error: { code: 'ITEM_GONE', message: 'm' } }],
    [false, { success: false, error: { code: 'gone', message: 'm' } }],
    [false, { success: true, data: {} }],
    [true, { success: false, error: 'x', error_type: 'unknown' }],
    [false, { success: true, instruction: 'Show' }],
    [true, { error: true, type: 'X', message: 'm' }],
    [false, { error: true, message: 'm' }],
    [false, { error: 'true', type: 'X', message: 'm' }],
    [false, { success: false, error: { code: 'Item_GONE', message: 'm' } }],
    [false, { success: false, error: { code: 'ITEM_gone', message: 'm' } }],
    [false, { success: false, error: { message: 'm' } }],
    [false, { rows: [] }],
    [false, { success: false, error: 'x', code: 'NOT_FOUND' }],
    [
      true,
      {
        success: true,
        data: null,
        results: [{ result: { success: false, error: { code: 'X', message: 'm' } } }],
      },
    ],
  ])('%s: %j', (proven, envelope) => {
    expect(read({ response: inText(envelope), tool: 'other' }).proven).toBe(proven);
  });
});

describe('the operation', () => {
  const success = inText({ success: true, data: {} });
  const failure = inText({
    success: false,
    error: { code: 'X', message: 'm', details: { operation: 'told' } },
  });
  const warned = inText({
    success: true,
    data: {},
    warnings: [1, { code: 'X', details: { operation: 'slow' } }],
  });
  test.each([
    [
      'the captured one',
      { response: failure, operation: 'captured', params: { arguments: { operation: 'asked' } } },
      'captured',
    ],
    [
      'the argument',
      { response: failure, params: { name: 't', arguments: { operation: 'asked' } } },
      'asked',
    ],
    ['the error’s details’', { response: failure, params: { name: 't' } }, 'told'],
    ['a warning’s details’', { response: warned, params: { name: 't' } }, 'slow'],
    ['the tool', { response: success, params: { name: 't' } }, 't'],
    ['none', { response: success }, null],
    [
      'not an argument of another dialect’s tool',
      { response: inText({ rows: [] }), params: { name: 't', arguments: { operation: 'x' } } },
      't',
    ],
  ])('is %s', (_, exchange, operation) => {
    expect(read(exchange).operation).toBe(operation);
  });
});
