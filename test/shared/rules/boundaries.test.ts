import { describe, expect, test } from 'vitest';
import { inspect } from '../../../shared/inspect.ts';
import type { JsonObject } from '../../../shared/json/value.ts';

const NOW = Date.UTC(2026, 10, 21);

function rulesOf(envelope: JsonObject, tool = 'mcp_aql_read'): readonly string[] {
  return inspect({ response: envelope, tool, observed_at: NOW }).violations.map(({ rule }) => rule);
}

function placesOf(envelope: JsonObject): readonly string[] {
  return inspect({ response: envelope, tool: 'mcp_aql_read', observed_at: NOW }).violations.map(
    ({ rule, pointer }) => `${rule} ${pointer}`,
  );
}

const withWarnings = (...warnings: readonly unknown[]) => rulesOf({ success: true, data: {}, warnings });
const withError = (error: unknown) => rulesOf({ success: false, error });

function quota(current: number, severity?: string, more: JsonObject = {}) {
  const details = { metric: 'requests_per_hour', current, warn_threshold: 4000, ...more };
  const declared = severity === undefined ? {} : { severity };
  return { code: 'RATE_LIMIT_QUOTA_WARNING', message: 'Approaching quota limit', details, ...declared };
}

function deprecation(removal_date: unknown, severity: string) {
  const details = {
    type: 'operation',
    deprecated_item: 'a',
    ...(removal_date === undefined ? {} : { removal_date }),
  };
  return { code: 'DEPRECATION_WARNING', message: "Operation 'a' is deprecated", details, severity };
}

function truncation(original_count: number, truncated_count: number, severity: string) {
  const details = { field: 'results', original_count, truncated_count, limit: truncated_count };
  const message = `Response truncated to ${truncated_count} items`;
  return { code: 'VALIDATION_TRUNCATED_WARNING', message, details, severity };
}

function slow(times: number, severity: string) {
  const details = { operation: 'o', duration_ms: times * 1000, threshold_ms: 1000 };
  const message = `Operation took ${times * 1000}ms (threshold: 1000ms)`;
  return { code: 'PERFORMANCE_SLOW_QUERY_WARNING', message, details, severity };
}

const NOT_FOUND = { code: 'NOT_FOUND_RESOURCE', message: "Item 'x' not found" };
const CONFIRM = { code: 'CONFIRMATION_REQUIRED', message: 'This operation requires confirmation' };

describe('the envelope', () => {
  test('that does not say whether it succeeded is checked only for its error, metadata and batch', () => {
    expect(rulesOf({ success: 'true', message: 'x', warnings: null })).toEqual(['ENV-02']);
    expect(rulesOf({ success: 1, error: 'text', _meta: 3, results: [1] })).toEqual([
      'ENV-02',
      'ENV-10',
      'ERR-01',
      'BAT-01',
      'BAT-02',
    ]);
    expect(rulesOf({ error: { code: 'NOT_FOUND_RESOURCE' } })).toEqual(['ENV-01', 'ERR-03']);
  });

  test('inside data is not an envelope', () => {
    const inner = { success: 'no', error: 'x', warnings: 'x' };
    expect(rulesOf({ success: true, data: inner })).toEqual([]);
    expect(rulesOf({ success: true, data: { valid: false, warnings: [{ type: 'x' }] } })).toEqual([]);
  });

  test('that is a success with an error breaks the rules of both', () => {
    expect(rulesOf({ success: true, data: {}, error: 'text' })).toEqual(['ENV-05', 'ERR-01']);
    expect(rulesOf({ success: false })).toEqual(['ENV-04']);
  });

  test('that is bare has no isError to judge', () => {
    expect(withError({ code: 'INTERNAL_ERROR', message: 'Internal error: x' })).toEqual([]);
  });
});

describe('a code', () => {
  test.each([
    ['VALIDATION_UTF8', ['CODE-03']],
    ['NOT-FOUND', ['CODE-01']],
    ['NOT_FOUND_RESOURCE ', ['CODE-01']],
    ['NOT_FOUND_', ['CODE-02', 'CODE-03']],
    ['SCHEMA_WARNING', ['CODE-05']],
    ['SCHEMA_INVALID_NAME', ['CODE-03', 'CODE-06']],
    ['UNKNOWN_OPERATION', ['CODE-02', 'CODE-03']],
    ['constructor', ['CODE-01']],
  ])('%s', (code, expected) => {
    expect(withError({ code, message: 'm' })).toEqual(expected);
  });
});

describe('a message', () => {
  test.each([
    ['PERMISSION_DENIED', "Permission denied: 'read only'", []],
    ['PERMISSION_DENIED', 'Permission denied: read only', []],
    ['PERMISSION_DENIED', "Operation 'x' is not allowed", ['MSG-01']],
    ['VALIDATION_MISSING_PARAM', "Missing required parameter 'a' of 'b'", []],
    ['VALIDATION_MISSING_PARAM', 'Missing required parameter a', ['MSG-01']],
    ['VALIDATION_INVALID_TYPE', "Parameter 'a' expected 'string', got 'number'", []],
    ['VALIDATION_INVALID_TYPE', 'Parameter a expected string, got number', ['MSG-01']],
    ['NOT_FOUND_RESOURCE', "Resource 'item' not found: 'x'", []],
    ['NOT_FOUND_RESOURCE', 'Item x not found', ['MSG-01']],
    ['VALIDATION_UNKNOWN_PARAM', "Unknown parameter 'a' for operation 'o' (and 2 others)", []],
    ['VALIDATION_UNKNOWN_PARAM', "Unknown parameter(s) for operation 'o': a, b", []],
  ])('%s: %s', (code, message, expected) => {
    expect(withError({ code, message })).toEqual(expected);
  });

  test.each([
    "ENOENT: no such file or directory, open '/data/x'",
    'at least one of a and b',
    'the format it had at lunch (cold)',
    'too few items:\nat least (2) are needed, at most (5)',
    'too many items:\nat most (5)',
    'see the src/ folder',
    'took 3:10 with index.js',
    'MyTypeErrors',
  ])('leaks nothing: %s', (text) => {
    expect(withError({ code: 'INTERNAL_ERROR', message: `Internal error: ${text}` })).toEqual([]);
  });

  test.each([
    'RangeError: Invalid array length',
    'x\n  at async Server.run (index)',
    'thrown at C:\\app\\run',
    'thrown at /app/run',
    'in /app/node_modules/x',
    'in /app/src/x',
    'in run.mjs:12',
    'Traceback (most recent call last)',
    'cannot read #<Object>',
    'got [object Object]',
  ])('leaks: %s', (text) => {
    expect(withError({ code: 'INTERNAL_ERROR', message: `Internal error: ${text}` })).toEqual(['MSG-02']);
  });
});

describe('details', () => {
  test('that are null break rules on errors and warnings', () => {
    expect(withError({ ...NOT_FOUND, details: null })).toEqual(['ERR-04']);
    expect(withWarnings({ code: 'VALIDATION_X', message: 'm', details: null })).toEqual(['WRN-09']);
  });
});

describe('warnings', () => {
  test.each([
    [null, ['WRN-02']],
    [{}, ['WRN-02']],
    ['x', ['WRN-02']],
    [[], []],
  ])('%j on a success', (warnings, expected) => {
    expect(rulesOf({ success: true, data: {}, warnings })).toEqual(expected);
  });

  test('on a failure are only checked for being there', () => {
    expect(rulesOf({ success: false, error: NOT_FOUND, warnings: [] })).toEqual(['WRN-01']);
    expect(rulesOf({ success: false, error: NOT_FOUND, warnings: ['x', {}] })).toEqual(['WRN-01']);
  });

  test('may number ten, but not eleven', () => {
    const many = Array.from({ length: 11 }, (_, row) => ({
      code: 'VALIDATION_X',
      message: 'm',
      details: { row },
    }));
    expect(withWarnings(...many.slice(1))).toEqual([]);
    expect(withWarnings(...many)).toEqual(['WRN-06']);
  });

  test('that are not objects are only checked for that, and the others are checked as usual', () => {
    expect(placesOf({ success: true, data: {}, warnings: [3, { message: '', details: {} }] })).toEqual([
      'MSG-04 /warnings/1/message',
      'WRN-03 /warnings/0',
      'WRN-03 /warnings/1/code',
    ]);
  });

  test('are duplicates whatever their messages and the order of their keys', () => {
    const first = { code: 'PERFORMANCE_X', message: 'a', details: { x: { y: [1], z: 2 } } };
    const second = { message: 'b', details: { x: { z: 2, y: [1] } }, code: 'PERFORMANCE_X' };
    expect(withWarnings(first, second, { ...first, details: { x: { y: [2], z: 2 } } })).toEqual(['WRN-07']);
    expect(withWarnings(first, { ...first, code: 'PERFORMANCE_Y' })).toEqual([]);
  });
});

describe('the severity', () => {
  test.each([
    ['quota exactly at 90 %, medium', quota(4500, 'medium'), []],
    ['quota exactly at 90 %, high', quota(4500, 'high'), ['WRN-21']],
    ['quota above 90 %, high', quota(4501, 'high'), []],
    ['quota of a hard stop, medium', quota(4501, 'medium', { hard_stop_threshold: 6000 }), []],
    ['quota with a hard stop of 0', quota(4501, 'high', { pause_threshold: 9000 }), []],
    ['removal in exactly 30 days, high', deprecation('2026-12-21', 'high'), []],
    ['removal in exactly 30 days, medium', deprecation('2026-12-21', 'medium'), ['WRN-21']],
    ['removal in 31 days, medium', deprecation('2026-12-22', 'medium'), []],
    ['removal past, high', deprecation('2026-01-01', 'high'), []],
    ['removal past, low', deprecation('2026-01-01', 'low'), ['WRN-21']],
    ['no removal date, low', deprecation(undefined, 'low'), []],
    ['no removal date, medium', deprecation(undefined, 'medium'), ['WRN-21']],
    ['a removal day that does not exist', deprecation('2026-02-30', 'low'), ['WRN-25']],
    ['half of it truncated, low', truncation(200, 100, 'low'), []],
    ['half of it truncated, medium', truncation(200, 100, 'medium'), ['WRN-21']],
    ['more than half truncated, medium', truncation(201, 100, 'medium'), []],
    ['truncation is never high', truncation(201, 100, 'high'), ['WRN-21']],
    ['exactly at the threshold', slow(1, 'low'), ['WRN-22']],
    ['exactly twice the threshold, medium', slow(2, 'medium'), []],
    ['exactly ten times the threshold, medium', slow(10, 'medium'), []],
    ['above ten times the threshold, high', slow(10.5, 'high'), []],
    ['upper case', { ...quota(4100), severity: 'HIGH' }, ['WRN-10']],
    ['the storage number', { ...quota(4100), severity: 1 }, ['WRN-10']],
    ['null', { ...quota(4100), severity: null }, ['WRN-10']],
    ['left out', quota(4100), []],
  ])('%s', (_title, warning, expected) => {
    expect(withWarnings(warning)).toEqual(expected);
  });

  test('of a deprecation is checked even if its details are invalid', () => {
    const broken = { ...deprecation('2026-01-01', 'low'), details: { removal_date: '2026-01-01' } };
    expect(withWarnings({ ...broken, message: 'gone' })).toEqual(['WRN-20', 'WRN-20', 'WRN-21', 'WRN-24']);
  });

  test('of a dated deprecation is not checked without a time of observation', () => {
    const response = { success: true, data: {}, warnings: [deprecation('2026-01-01', 'low')] };
    expect(inspect({ response, tool: 'mcp_aql_read' }).violations).toEqual([]);
  });
});

describe('a confirmation', () => {
  const until = (time: string) => ({ ...CONFIRM, details: { confirmation_token: 'c', expires_at: time } });

  test.each([
    ['2026-11-21T00:15:00Z', []],
    ['2026-11-21T00:16:00Z', []],
    ['2026-11-21T00:16:01Z', ['TOK-02']],
    ['2026-11-21T00:00:00Z', ['TOK-02']],
    ['soon', ['TOK-02']],
  ])('until %s', (time, expected) => {
    expect(withError(until(time))).toEqual(expected);
  });

  test('needs a token, except in what halted a batch', () => {
    expect(withError(CONFIRM)).toEqual(['TOK-01']);
    const halted_at = { index: 0, operation: 'o', result: { success: false, error: CONFIRM } };
    const summary = { total: 1, succeeded: 0, failed: 0, halted: 1 };
    expect(rulesOf({ success: true, data: null, results: [], summary, halted_at })).toEqual([]);
  });
});

describe('a batch', () => {
  const item = (index: unknown, result: unknown) => ({ index, operation: 'o', result });
  const batch = (results: readonly unknown[], summary: JsonObject) => ({
    success: true,
    data: null,
    results,
    summary,
  });

  test('has pointers with the prefixes of its members, and of batches inside batches', () => {
    const inner = batch([item(0, { success: false, error: 'x' })], { total: 1, succeeded: 0, failed: 1 });
    const outer = batch([item(0, { success: true }), item(1, inner)], { total: 2, succeeded: 2, failed: 0 });
    expect(placesOf(outer)).toEqual([
      'ENV-03 /results/0/result/data',
      'ERR-01 /results/1/result/results/0/result/error',
    ]);
  });

  test('checks its members’ warnings with their own indexes', () => {
    const member = { success: true, data: {}, warnings: [quota(4501, 'medium')] };
    expect(placesOf(batch([item(0, member)], { total: 1, succeeded: 1, failed: 0 }))).toEqual([
      'WRN-21 /results/0/result/warnings/0/severity',
    ]);
  });

  test('is checked for what halted it', () => {
    const halted_at = { index: 0, operation: 'o', result: { success: false, error: 'x' } };
    const halted = batch([], { total: 1, succeeded: 0, failed: 0, halted: 1 });
    expect(placesOf({ ...halted, halted_at })).toEqual(['ERR-01 /halted_at/result/error']);
  });

  test('is checked for masked failures in its members', () => {
    const masked = { success: true, data: { isError: true } };
    expect(placesOf(batch([item(0, masked)], { total: 1, succeeded: 1, failed: 0 }))).toEqual([
      'TRN-06 /results/0/result/data',
    ]);
  });

  test('counts a member that needs confirmation neither as succeeded nor as failed', () => {
    const waiting = item(0, { success: false, error: CONFIRM });
    const summary = { total: 1, succeeded: 0, failed: 0, pending_confirmation: 1 };
    expect(rulesOf(batch([waiting], summary))).toEqual(['TOK-01']);
  });
});

describe('a rule ends where its condition does', () => {
  const found = (response: unknown, rule: string, tool = 'mcp_aql_read') =>
    inspect({ response, tool, params: { name: tool, arguments: { operation: 'o' } }, observed_at: NOW })
      .violations.map((violation) => violation.rule)
      .includes(rule);

  test('TRN-01 at the JSON-RPC codes of a call that was understood', () => {
    const answered = (code: number) =>
      found({ jsonrpc: '2.0', id: 1, error: { code, message: 'm' } }, 'TRN-01');
    expect([-32604, -32603, -32600, -32599].map(answered)).toEqual([false, true, true, false]);
  });

  test('ENV-08 at the members of a failure', () => {
    const failure = (more: object) =>
      found({ success: false, error: { code: 'NOT_FOUND_RESOURCE', message: 'm' }, ...more }, 'ENV-08');
    expect([failure({}), failure({ _trace: 1 }), failure({ hint: 1 })]).toEqual([false, false, true]);
  });

  test('PAG-02 at a page with both cursors', () => {
    const page = (cursors: object) => {
      const pageInfo = { hasNextPage: false, hasPreviousPage: false, ...cursors };
      return found({ success: true, data: { items: [1], pageInfo } }, 'PAG-02');
    };
    const [startCursor, endCursor] = ['a', 'b'];
    expect([{ startCursor, endCursor }, { startCursor }, { endCursor }, {}].map(page)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test('PAG-03 at two lists', () => {
    const page = (items: unknown, edges: unknown) =>
      found({ success: true, data: { items, edges } }, 'PAG-03');
    expect([page([], []), page([], 1), page(1, [])]).toEqual([true, false, false]);
  });

  test('TOK-01 at a token with its expiry', () => {
    const asked = (confirmation: object) =>
      found(
        { success: false, error: { code: 'CONFIRMATION_REQUIRED', message: 'm' }, confirmation },
        'TOK-01',
      );
    const [token, expires_at] = ['c', '2026-11-21T00:05:00Z'];
    const asking = [{ token, expires_at }, { token }, { expires_at }, { token: '', expires_at }];
    expect([...asking, { token, expires_at: null }, { token: 1, expires_at }].map(asked)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  test('RES-10 at the whole of a type', () => {
    const typed = (error_type: string) =>
      found({ success: false, error: 'x', error_type }, 'RES-10', 'other');
    expect(['not_found', 'h2', 'not_found-x', 'xNot', '2h'].map(typed)).toEqual([
      ...[false, false, true, true, true],
    ]);
  });

  test('BAT-03 at what a summary counts', () => {
    const results = [{ index: 0, operation: 'o', result: { success: true, data: 1 } }];
    const summed = (summary: object) => found({ success: true, data: null, results, summary }, 'BAT-03');
    const counted = [
      { total: 1, succeeded: 1, failed: 0 },
      { total: 9, succeeded: 1 },
      { total: 9, failed: 0 },
    ];
    expect([...counted, { failed: '9', succeeded: 1 }].map(summed)).toEqual([false, false, false, false]);
    const wrong = [{ total: 2, succeeded: 1, failed: 0 }, { succeeded: 0 }, { failed: 1 }];
    expect(wrong.map(summed)).toEqual([true, true, true]);
  });
});
