import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../shared/exchange.ts';
import { inspect } from '../../../shared/inspect.ts';
import { isObject, type JsonObject } from '../../../shared/json/value.ts';
import { linesOf } from '../traffic.ts';

const VECTORS = linesOf('rule-vectors.jsonl');

/** A vector has the answer, and the request unless it is a plain call of `mcp_aql_read`. */
function exchangeOf({ env, msg, isError, tool, req }: JsonObject): Exchange {
  const name = typeof tool === 'string' ? tool : 'mcp_aql_read';
  const params = isObject(req) ? req.params : { name, arguments: {} };
  const flag = isError === undefined ? {} : { isError };
  const answer = isObject(msg)
    ? msg
    : { result: { content: [{ type: 'text', text: JSON.stringify(env) }], ...flag } };
  return {
    response: { jsonrpc: '2.0', id: 1, ...answer },
    method: 'tools/call',
    params,
    observed_at: Date.UTC(2026, 10, 21),
  };
}

function withoutOrder(ids: unknown): readonly string[] {
  return Array.isArray(ids) ? [...new Set(ids.map(String))].sort() : [];
}

describe('each vector is of its dialect and breaks exactly the rules it names', () => {
  test.each(VECTORS.map((vector) => [String(vector.id), vector] as const))('%s', (_id, vector) => {
    const verdict = inspect(exchangeOf(vector));
    expect(withoutOrder(verdict.violations.map(({ rule }) => rule))).toEqual(withoutOrder(vector.expect));
    expect(verdict.dialect).toBe(vector.dialect ?? 'mcp-aql');
  });
});
