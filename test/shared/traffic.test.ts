import { describe, expect, test } from 'vitest';
import { groupsOf } from '../../shared/fingerprint.ts';
import { inspect } from '../../shared/inspect.ts';
import { read } from '../../shared/read.ts';
import { brokenPointers } from './properties.ts';
import { RECORDINGS, recording } from './traffic.ts';

/** Counts the results of `tell` over a recording, in alphabetical order. */
function tally(name: (typeof RECORDINGS)[number], tell: (verdict: ReturnType<typeof inspect>) => unknown) {
  const counts = new Map<string, number>();
  for (const exchange of recording(name)) {
    const told = String(tell(inspect(exchange)));
    counts.set(told, (counts.get(told) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const spoken = (name: (typeof RECORDINGS)[number]) =>
  tally(name, ({ dialect, outcome }) => `${dialect} ${outcome}`);
const categories = (name: (typeof RECORDINGS)[number]) => tally(name, ({ category }) => category);

describe('recordings of real servers', () => {
  test('n8n answers in the shape of MCP-AQL and with a success flag', () => {
    expect(spoken('n8n-mcp-api')).toMatchInlineSnapshot(`
      {
        "mcp-aql success": 6,
        "success-flag failure": 20,
      }
    `);
    expect(categories('n8n-mcp-api')).toMatchInlineSnapshot(`
      {
        "internal": 10,
        "not_found": 6,
        "null": 6,
        "permission": 2,
        "rate_limit": 2,
      }
    `);
  });

  test('otel-mcp-server flags its errors', () => {
    expect(spoken('otel-mcp-server-v0.2')).toMatchInlineSnapshot(`
      {
        "error-flag failure": 10,
        "jsonrpc-error failure": 3,
        "plain success": 20,
      }
    `);
    expect(categories('otel-mcp-server-v0.2')).toMatchInlineSnapshot(`
      {
        "internal": 4,
        "not_found": 4,
        "null": 20,
        "permission": 1,
        "rate_limit": 1,
        "validation": 3,
      }
    `);
  });

  test('the reference servers answer in prose', () => {
    expect(spoken('server-everything')).toMatchInlineSnapshot(`
      {
        "jsonrpc-error failure": 2,
        "plain failure": 22,
        "plain success": 22,
      }
    `);
    expect(categories('server-everything')).toMatchInlineSnapshot(`
      {
        "internal": 5,
        "not_found": 1,
        "null": 22,
        "validation": 18,
      }
    `);
    expect(spoken('server-memory')).toMatchInlineSnapshot(`
      {
        "plain failure": 5,
        "plain success": 9,
        "success-flag success": 3,
      }
    `);
    expect(spoken('server-sequential-thinking')).toMatchInlineSnapshot(`
      {
        "plain failure": 4,
        "plain success": 2,
      }
    `);
  });

  test.each(RECORDINGS)('every violation found in %s has a place in its response', (name) => {
    for (const exchange of recording(name)) {
      expect(brokenPointers(read(exchange), inspect(exchange))).toEqual([]);
    }
  });

  test('the same mistake has the same group in two versions of the SDK', () => {
    const codes = (name: (typeof RECORDINGS)[number]) =>
      new Set(
        recording(name).flatMap((exchange) =>
          groupsOf('s', inspect({ ...exchange, operation: 'o' })).map(({ key }) => key),
        ),
      );
    const [old, recent] = [codes('otel-mcp-server-v0.2'), codes('server-memory')];
    expect([...old].filter((key) => recent.has(key))).toEqual(['[1,"s","o","-32602"]']);
  });
});
