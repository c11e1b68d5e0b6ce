import { spawn } from 'node:child_process';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspect } from '../../../shared/inspect.ts';
import { isObject, type JsonObject, member, parseJson } from '../../../shared/json/value.ts';
import { PROGRAM } from '../../helpers/server.ts';

/** Codes that the registry reserves; the project's rules rightly report both. */
const RESERVED = ['CONFLICT_ALREADY_EXISTS', 'CONFLICT_VERSION_MISMATCH'];

async function connected(): Promise<Client> {
  const client = new Client({ name: 'demo-server-test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'demo-server'] }),
  );
  return client;
}

/** Calls an operation, checks its answer against every rule, and returns its envelope. */
async function ask(
  client: Client,
  endpoint: string,
  operation: string,
  params: JsonObject = {},
): Promise<JsonObject> {
  const tool = `mcp_aql_${endpoint}`;
  const args = { operation, params };
  const response = await client.callTool({ name: tool, arguments: args });
  const verdict = inspect({
    response,
    method: 'tools/call',
    tool,
    params: { name: tool, arguments: args },
    observed_at: Date.now(),
    tool_listed: true,
  });
  expect(verdict).toMatchObject({ dialect: 'mcp-aql', decided_by: 'tool', operation });
  const reserved = RESERVED.includes(String(verdict.code));
  expect(verdict.violations.map((violation) => violation.rule)).toEqual(reserved ? ['CODE-03'] : []);
  const [block] = response.content;
  const envelope = parseJson(block?.type === 'text' ? block.text : '');
  return isObject(envelope) ? envelope : {};
}

const error = (envelope: JsonObject): JsonObject => {
  const found = member(envelope, 'error');
  return isObject(found) ? found : {};
};
const codesOf = (envelope: JsonObject): unknown[] => {
  const warnings = member(envelope, 'warnings');
  return Array.isArray(warnings)
    ? warnings.map((warning) => (isObject(warning) ? warning.code : warning))
    : [];
};
const tokenOf = (envelope: JsonObject) => {
  const details = error(envelope).details;
  return isObject(details) ? details.confirmation_token : undefined;
};

describe('the demo server, spoken to by the official client', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connected();
  });
  afterAll(() => client.close());

  test('has the five MCP-AQL tools and lists its operations', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'mcp_aql_create',
      'mcp_aql_read',
      'mcp_aql_update',
      'mcp_aql_delete',
      'mcp_aql_execute',
    ]);
    const { data } = await ask(client, 'read', 'introspect', { query: 'operations' });
    const operations = isObject(data) && Array.isArray(data.operations) ? data.operations : [];
    expect(operations.length).toBeGreaterThan(10);
    for (const operation of operations) {
      const named = await ask(client, 'read', 'introspect', { query: 'operations', name: operation.name });
      expect(named).toMatchObject({ data: { operation: { name: operation.name } } });
    }
  });

  test('answers an unknown operation of introspection with success and null', async () => {
    expect(await ask(client, 'read', 'introspect', { query: 'operations', name: 'nope' })).toMatchObject({
      success: true,
      data: { operation: null },
    });
    expect(await ask(client, 'read', 'introspect', { query: 'types', name: 'nope' })).toMatchObject({
      data: { type: null },
    });
  });

  test.each([
    ['VALIDATION_MISSING_PARAM', 'create', 'create_parcel', {}],
    ['VALIDATION_INVALID_TYPE', 'create', 'create_parcel', { recipient: 7 }],
    ['VALIDATION_UNKNOWN_PARAM', 'create', 'create_parcel', { recipient: 'Ada', colour: 'red' }],
    ['NOT_FOUND_OPERATION', 'read', 'fetch_parcel', {}],
    ['NOT_FOUND_OPERATION', 'read', 'delete_parcel', { id: 'p-001' }],
    ['NOT_FOUND_RESOURCE', 'read', 'get_parcel', { id: 'p-999' }],
    ['PERMISSION_DENIED', 'update', 'open_parcel', { id: 'p-010' }],
    ['PERMISSION_DANGER_LEVEL_DENIED', 'execute', 'seal_shelf', {}],
    ['CONFLICT_ALREADY_EXISTS', 'create', 'create_parcel', { recipient: 'Ada', id: 'p-001' }],
    ['CONFLICT_VERSION_MISMATCH', 'update', 'update_parcel', { id: 'p-001', version: 9 }],
    ['CONFIRMATION_REQUIRED', 'execute', 'send_parcel', { id: 'p-001' }],
    ['TOKEN_INVALID', 'delete', 'delete_parcel', { id: 'p-001', confirmation_token: 'ct_0' }],
    ['INTERNAL_ERROR', 'execute', 'weigh_parcel', { id: 'p-007' }],
  ])('fails with %s', async (code, endpoint, operation, params) => {
    expect(error(await ask(client, endpoint, operation, params)).code).toBe(code);
  });

  test.each([
    ['VALIDATION_TRUNCATED_WARNING', 'read', 'list_parcels', {}],
    ['DEPRECATION_WARNING', 'read', 'list_all_parcels', {}],
    ['DEPRECATION_WARNING', 'create', 'create_parcel', { recipient: 'Ada', weight: 2 }],
    ['PERFORMANCE_SLOW_QUERY_WARNING', 'read', 'search_parcels', { text: 'ada' }],
  ])('warns with %s', async (code, endpoint, operation, params) => {
    expect(codesOf(await ask(client, endpoint, operation, params))).toContain(code);
  });

  test('does what was confirmed, once, and nothing else', async () => {
    const confirmation_token = tokenOf(await ask(client, 'delete', 'delete_parcel', { id: 'p-020' }));
    expect(confirmation_token).toBeTypeOf('string');
    const other = await ask(client, 'execute', 'send_parcel', { id: 'p-020', confirmation_token });
    expect(error(other).code).toBe('TOKEN_SCOPE_MISMATCH');
    const done = await ask(client, 'delete', 'delete_parcel', { id: 'p-020', confirmation_token });
    expect(done).toMatchObject({ success: true, data: { deleted: 'p-020' } });
    const again = await ask(client, 'delete', 'delete_parcel', { id: 'p-020', confirmation_token });
    expect(error(again).code).toBe('TOKEN_ALREADY_USED');
  });

  test('continues a batch after a failure and halts it at a confirmation', async () => {
    const get = (id: string) => ({ operation: 'get_parcel', params: { id } });
    const whole = await ask(client, 'execute', 'batch', {
      operations: [get('p-001'), get('p-999'), get('p-002')],
    });
    expect(whole).toMatchObject({
      success: true,
      data: null,
      summary: { total: 3, succeeded: 2, failed: 1 },
    });
    const send = { operation: 'send_parcel', params: { id: 'p-003' } };
    const halted = await ask(client, 'execute', 'batch', { operations: [get('p-001'), send, get('p-002')] });
    expect(halted).toMatchObject({
      summary: { total: 3, succeeded: 1, failed: 0, halted: 1, pending: 1 },
      halted_at: { index: 1, operation: 'send_parcel', result: { error: { code: 'CONFIRMATION_REQUIRED' } } },
      pending_operations: [{ index: 2, operation: 'get_parcel' }],
    });
  });
});

test('a quota fills up: warning, pause until told to continue, refusal', async () => {
  const client = await connected();
  const outcomes: string[] = [];
  let token: unknown;
  for (let call = 1; call <= 100; call++) {
    const answer = await ask(client, 'read', 'get_parcel', {
      id: 'p-001',
      ...(token === undefined ? {} : { _quota_continue: token }),
    });
    token = tokenOf(answer);
    outcomes.push(String(error(answer).code ?? codesOf(answer)[0] ?? 'ok'));
  }
  await client.close();
  expect([...new Set(outcomes)]).toEqual([
    'ok',
    'RATE_LIMIT_QUOTA_WARNING',
    'RATE_LIMIT_QUOTA_PAUSE',
    'RATE_LIMIT_QUOTA_EXHAUSTED',
  ]);
  expect(outcomes.slice(94, 97)).toEqual(['RATE_LIMIT_QUOTA_PAUSE', 'ok', 'RATE_LIMIT_QUOTA_PAUSE']);
});

test.each(['pipe', 'ignore'] as const)('exits when its input ends: %s', async (stdin) => {
  const child = spawn(process.execPath, [PROGRAM, 'demo-server'], { stdio: [stdin, 'ignore', 'inherit'] });
  const code = new Promise((resolve) => child.on('exit', resolve));
  child.stdin?.end();
  expect(await code).toBe(0);
});
