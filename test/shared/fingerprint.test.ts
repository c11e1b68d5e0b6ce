import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../shared/exchange.ts';
import { groupsOf } from '../../shared/fingerprint.ts';
import { inspect } from '../../shared/inspect.ts';
import { type RECORDINGS, recording } from './traffic.ts';

const keys = (exchange: Exchange, server = 's') => groupsOf(server, inspect(exchange)).map(({ key }) => key);
const failed = (code: string, message: string) => ({
  response: { success: false, error: { code, message } },
  operation: 'create',
});

describe('an error group', () => {
  test('is the same for one code, whatever the message says', () => {
    expect(keys(failed('X_Y', 'Nicht gefunden'))).toEqual(keys(failed('X_Y', 'Not found')));
    expect(keys(failed('X_Y', 'm'))).not.toEqual(keys(failed('X_Z', 'm')));
  });

  test('differs by server and operation', () => {
    expect(keys(failed('X', 'm'), 'a')).not.toEqual(keys(failed('X', 'm'), 'b'));
    expect(keys({ ...failed('X', 'm'), operation: 'other' })).not.toEqual(keys(failed('X', 'm')));
  });

  test('of a batch member is that of the response’s operation where it names none', () => {
    const failure = { success: false, error: { code: 'X', message: 'm' } };
    const response = { success: true, data: null, results: [{ index: 0, result: failure }], summary: {} };
    expect(keys({ response, operation: 'create' })).toEqual(keys(failed('X', 'm')));
  });

  test('without a code is another one for another category', () => {
    const status = (status: number) => ({ response: { error: true, message: 'm', status } });
    expect(keys(status(404))).not.toEqual(keys(status(500)));
  });

  test('without a code and a message is its category', () => {
    const [key = ''] = keys({ response: { success: false }, tool: 'mcp_aql' });
    expect(JSON.parse(key).slice(-2)).toEqual(['unknown', null]);
  });

  test('without a code is its category and template', () => {
    const told = (error: string) => ({ response: { success: false, error }, tool: 'mcp_aql' });
    expect(keys(told("Item 'a' not found"))).toEqual(keys(told("Item 'b' not found")));
    expect(keys(told("Item 'a' not found"))).not.toEqual(keys(told("Table 'a' not found")));
  });

  test('is the same whether an SDK sends the error by JSON-RPC or as prose', () => {
    const message = 'MCP error -32602: Invalid arguments for tool echo: expected string at message';
    const asError = { response: { jsonrpc: '2.0', id: 1, error: { code: -32602, message } }, tool: 'echo' };
    const asProse = { response: { content: [{ type: 'text', text: message }], isError: true }, tool: 'echo' };
    expect(keys(asError)).toEqual(keys(asProse));
    expect(keys(asError)).toHaveLength(1);
  });

  test('is the same for one mistake in recordings of two versions of an SDK', () => {
    const keysOf = (name: (typeof RECORDINGS)[number]) =>
      new Set(recording(name).flatMap((exchange) => keys({ ...exchange, operation: 'o' })));
    const [old, recent] = [keysOf('otel-mcp-server-v0.2'), keysOf('server-memory')];
    expect([...old].filter((key) => recent.has(key))).toEqual(['[1,"s","o","-32602"]']);
  });

  test('of the JSON-RPC code 0, which servers send that have none, is told by the message', () => {
    const told = (message: string) => ({ response: { jsonrpc: '2.0', id: 1, error: { code: 0, message } } });
    expect(keys(told("no task 'a'"))).toEqual(keys(told("no task 'b'")));
    expect(keys(told("no task 'a'"))).not.toEqual(keys(told('the name is required')));
    const asProse = (text: string) => ({ response: { content: [{ type: 'text', text }], isError: true } });
    expect(keys(asProse('MCP error 0: no task'))).not.toEqual(keys(asProse('MCP error 0: no name')));
  });

  test('does not exist for a success', () => {
    expect(keys({ response: { success: true, data: 1 } })).toEqual([]);
  });

  test('exists for each failed batch member in addition to the response’s own', () => {
    const item = (result: object) => ({ index: 0, operation: 'create', result });
    const failure = { success: false, error: { code: 'X', message: 'm' } };
    const response = {
      success: true,
      data: null,
      results: [item({ success: true, data: 1 }), item(failure)],
      summary: {},
    };
    const groups = groupsOf('s', inspect({ response }));
    expect(groups).toMatchObject([{ member: 1, template: 'm' }]);
    expect(groups.map(({ key }) => key)).toEqual(keys(failed('X', 'm')));
  });

  test('has a bounded key whatever the server says', () => {
    const long = 'X'.repeat(1_000_000);
    const [key = ''] = keys({ ...failed(long, long), operation: long });
    expect(key.length).toBeGreaterThan(0);
    expect(key.length).toBeLessThan(1_000);
  });
});
