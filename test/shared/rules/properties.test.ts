import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inspect, judge } from '../../../shared/inspect.ts';
import { read } from '../../../shared/read.ts';
import { RULE_IDS } from '../../../shared/rules/index.ts';
import { DIALECTS } from '../../../shared/verdict.ts';
import { hostileResponse } from '../arbitrary.ts';

const exchanges = fc.record({
  response: hostileResponse,
  tool: fc.constantFrom('mcp_aql_read', 'search'),
  observed_at: fc.constantFrom(Date.UTC(2026, 10, 21)),
  params: fc.constantFrom({ name: 'mcp_aql_read', arguments: { operation: 'introspect' } }, null),
});

test('any answer is judged in the order of the catalogue, whatever dialect is pinned', () => {
  fc.assert(
    fc.property(exchanges, fc.constantFrom(undefined, ...DIALECTS), (exchange, pinned) => {
      const { violations } = judge(read(exchange, pinned));
      const order = violations.map(({ rule }) => RULE_IDS.indexOf(rule));
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }),
    { numRuns: 1_000 },
  );
});

test('a rule reports a place only once', () => {
  fc.assert(
    fc.property(exchanges, (exchange) => {
      const places = inspect(exchange).violations.map(
        ({ rule, in: frame, pointer }) => `${rule} ${frame} ${pointer}`,
      );
      expect(new Set(places).size).toBe(places.length);
    }),
    { numRuns: 1_000 },
  );
});

test('of a batch nested a thousand levels deep, eight levels are judged', () => {
  let envelope: unknown = { success: true };
  for (let level = 0; level < 1_000; level++) {
    envelope = { success: true, data: null, results: [{ index: 0, operation: 'o', result: envelope }] };
  }
  const { violations } = inspect({ response: envelope, tool: 'mcp_aql_read' });
  const levels = violations.map(({ pointer }) => pointer.split('/results/0/result').length - 1);
  expect(new Set(levels)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]));
});

test('of a hundred thousand violations of one rule in one response, a thousand are reported', () => {
  const strays = Array.from({ length: 100_000 }, (_, index) => [`stray${index}`, 1] as const);
  const response = { success: true, data: {}, ...Object.fromEntries(strays) };
  const { violations } = inspect({ response, tool: 'mcp_aql_read' });
  expect(violations).toHaveLength(1_000);
});

test('what a rule excludes takes no room among a thousand violations, and is not listed beyond them', () => {
  const failed = (code: string) => ({ success: false, error: { code, message: 'm' } });
  const warned = (code: string) => ({
    success: true,
    data: 1,
    warnings: [{ code, message: 'm', details: {} }],
  });
  const members = [
    ...Array.from({ length: 1_001 }, (_, index) => warned(`odd-${index}`)),
    failed('bad-code'),
    warned('ODD'),
    failed('BOOM'),
  ];
  const results = members.map((result, index) => ({ index, operation: 'o', result }));
  const { violations } = inspect({ response: { success: true, data: null, results }, tool: 'mcp_aql_read' });
  const others = violations.filter(({ rule }) => rule !== 'CODE-01');
  expect(violations.length - others.length).toBe(1_000);
  expect(others.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'CODE-02 /results/1003/result/error/code',
    'CODE-03 /results/1003/result/error/code',
    'WRN-14 /results/1002/result/warnings/0/code',
    'BAT-02 /summary',
  ]);
});
