import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../shared/exchange.ts';
import { judge } from '../../../shared/inspect.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { read } from '../../../shared/read.ts';
import { carried, introspected } from '../../../shared/rules/examples.ts';
import type { Dialect, Violation } from '../../../shared/verdict.ts';

const NOW = Date.UTC(2026, 10, 21);
const NOT_FOUND = { code: 'NOT_FOUND_RESOURCE', message: "Item 'x' not found" };

const bare = (response: unknown, tool = 'mcp_aql_read'): Exchange => ({ response, tool, observed_at: NOW });
const failed = (error: unknown, more: JsonObject = {}) => bare({ success: false, error, ...more });
const succeeded = (data: unknown, more: JsonObject = {}) => bare({ success: true, data, ...more });
const warned = (...warnings: readonly unknown[]) => succeeded({}, { warnings });
const flagged = (more: JsonObject) =>
  bare({ error: true, type: 'X', message: 'm', params: {}, ...more }, 'logs');
const resulted = (envelope: JsonObject) => bare(envelope, 'category_list');
const paged = (pageInfo: unknown, data: JsonObject = { items: [] }) => succeeded({ ...data, pageInfo });
const FLAGS = { hasNextPage: false, hasPreviousPage: false };
const batch = (results: readonly unknown[], summary: unknown) => succeeded(null, { results, summary });
const item = (index: unknown, result: JsonObject = { success: true, data: 1 }) => ({
  index,
  operation: 'o',
  result,
});

/** Violations of one rule. */
function found(rule: string, exchange: Exchange, pinned?: Dialect): readonly Violation[] {
  return judge(read(exchange, pinned)).violations.filter((violation) => violation.rule === rule);
}

describe('a rule is not broken by what only resembles it', () => {
  test.each<readonly [string, string, Exchange]>([
    [
      'BAT-03',
      'a member that is neither a success nor a failure',
      batch([item(0, { success: 'x' })], { failed: 0 }),
    ],
    ['BAT-04', 'indexes that are not numbers', batch([item('b'), item('a')], {})],
    ['BAT-04', 'indexes that are not integers', batch([item(1.5), item(1)], {})],
    [
      'ENV-09',
      '_meta of the protocol',
      bare({ success: false, error: NOT_FOUND, content: [], _meta: { a: 1 } }),
    ],
    [
      'ENV-10',
      '_meta of the protocol',
      bare({ success: true, data: 1, content: [], _meta: { requestId: 'r' } }),
    ],
    ['ERR-04', 'details without a code and a message', failed({ details: {} })],
    ['FLG-05', 'a stack that is null', flagged({ stack: null, details: { stack: null } })],
    ['FLG-05', 'a list whose first item could be a secret', flagged({ params: { secrets: ['abc'] } })],
    ['FLG-06', 'data beside an error that is only like true', flagged({ error: 'true', data: 1, result: 1 })],
    [
      'INT-01',
      'a failure without a code',
      introspected({ query: 'operations', name: 'a' }, { success: false, error: { message: 'm' } }),
    ],
    [
      'INT-01',
      'what halted a batch',
      introspected(
        { query: 'operations', name: 'a' },
        { success: true, results: [], halted_at: { result: { success: false, error: NOT_FOUND } } },
      ),
    ],
    ['MSG-01', 'upper case', failed({ code: 'NOT_FOUND_RESOURCE', message: 'Not Found: "x"' })],
    ['MSG-05', 'another code', failed({ ...NOT_FOUND, details: { param_name: 'other' } })],
    ['MSG-05', 'a code of its own', failed({ code: 'X_Y', message: 'm', details: { param_name: 'other' } })],
    ['MSG-05', 'no message', failed({ code: 'VALIDATION_MISSING_PARAM', details: { param_name: 'other' } })],
    ['PAG-04', 'a total beside no list', paged({ ...FLAGS, totalCount: 0 }, {})],
    ['PAG-05', 'a capital after an underscore', succeeded({ pagination: { _fooBar: 1, FooBar: 1 } })],
    ['PAG-07', 'an empty cursor', paged({ ...FLAGS, startCursor: '', endCursor: '' })],
    [
      'PAG-07',
      'a cursor that is no string',
      paged({ ...FLAGS, startCursor: {} }, { edges: [{ cursor: {} }, null] }),
    ],
    ['RES-10', 'one letter', resulted({ success: false, error: 'x', error_type: 'x' })],
    [
      'TOK-02',
      'no expiry in the details',
      failed({ code: 'CONFIRMATION_REQUIRED', message: 'm', details: { expires_at: null } }),
    ],
    [
      'TOK-02',
      'no expiry',
      failed({ code: 'CONFIRMATION_REQUIRED', message: 'm' }, { confirmation: { expires_at: null } }),
    ],
    ['TRN-01', 'a JSON-RPC error without a code', bare({ jsonrpc: '2.0', id: 1, error: { message: 'm' } })],
    ['TRN-07', 'a code without an error', bare({ content: [], code: 'X' })],
    ['TRN-07', 'an error that is null', bare({ content: [], error: null, code: 'X' })],
    ['TRN-07', 'an error without a code', bare({ content: [], error: { message: 'm' } })],
    ['WRN-07', 'two warnings that are no objects', warned(null, null)],
    ['WRN-07', 'two empty codes', warned({ code: '', message: 'a' }, { code: '', message: 'b' })],
    [
      'WRN-25',
      'a date in another warning',
      warned({
        code: 'VALIDATION_TRUNCATED_WARNING',
        message: 'm',
        details: { field: 'f', original_count: 2, truncated_count: 1, limit: 1, removal_date: 'soon' },
      }),
    ],
    ['WRN-25', 'a deprecation without details', warned({ code: 'DEPRECATION_WARNING', message: 'm' })],
  ])('%s: %s', (rule, _title, exchange) => {
    expect(found(rule, exchange)).toEqual([]);
  });
});

describe('a rule is broken by every form of its condition', () => {
  test.each<readonly [string, string, Exchange, string]>([
    ['BAT-04', 'which is reported once', batch([item(2), item(1), item(0)], {}), '/results'],
    [
      'ENV-08',
      'a member of the result inside an envelope',
      carried({ success: true, data: 1, isError: false }),
      '/isError',
    ],
    ['ENV-10', 'a duration in camelCase', succeeded({}, { _meta: { durationMs: 4 } }), '/_meta'],
    [
      'MCP-02',
      'an error in no text',
      bare({ content: [], structuredContent: { error: 'x' } }, 'other'),
      '/content',
    ],
    [
      'MSG-01',
      'an empty value in quotes',
      failed({ code: 'NOT_FOUND_RESOURCE', message: "not found: ''" }),
      '/error/message',
    ],
    [
      'MSG-01',
      'an empty value in double quotes',
      failed({ code: 'NOT_FOUND_RESOURCE', message: 'not found: ""' }),
      '/error/message',
    ],
    [
      'TOK-02',
      'an expiry in the details, if there is none above',
      failed(
        { code: 'CONFIRMATION_REQUIRED', message: 'm', details: { expires_at: 'soon' } },
        { confirmation: { expires_at: null } },
      ),
      '/error/details/expires_at',
    ],
    ['PAG-05', 'a capital after one letter', succeeded({ pagination: { aB: 1 } }), '/data/pagination'],
  ])('%s: %s', (rule, _title, exchange, pointer) => {
    expect(found(rule, exchange).map((violation) => violation.pointer)).toEqual([pointer]);
  });

  test.each<readonly [string, string, Exchange, string, Dialect]>([
    ['RES-15', 'data beside a value', resulted({ success: true, value: 1, data: {} }), '/data', 'result'],
    [
      'TRN-01',
      'a server that is pinned',
      {
        ...bare({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'm' } }, 'other'),
        params: { name: 'other', arguments: {} },
      },
      '/code',
      'mcp-aql',
    ],
    ['FLG-06', 'a success that is pinned', flagged({ success: true }), '/success', 'error-flag'],
    ['TRN-08', 'a server that is pinned', carried('text', {}, 'other'), '/content', 'mcp-aql'],
  ])('%s: %s', (rule, _title, exchange, pointer, pinned) => {
    expect(found(rule, exchange, pinned).map((violation) => violation.pointer)).toEqual([pointer]);
  });
});

/** A rule, what breaks it, and what it then says. */
const MESSAGES: readonly (readonly [string, Exchange, string])[] = [
  ['BAT-01', batch([{}], {}), 'The item has no valid index, operation or result.'],
  ['BAT-02', batch([], 3), 'summary must be an object with counts, not 3.'],
  ['BAT-02', batch([], { total: 0 }), 'summary has no valid count for succeeded or failed.'],
  [
    'CODE-03',
    failed({ code: 'NOT_FOUND_RESOURCES', message: 'm' }),
    'The code "NOT_FOUND_RESOURCES" is not in the registry; did you mean NOT_FOUND_RESOURCE?',
  ],
  [
    'CODE-03',
    failed({ code: 'SCHEMA_DAMAGED', message: 'm' }),
    'The code "SCHEMA_DAMAGED" is not in the registry.',
  ],
  ['ENV-08', failed(NOT_FOUND, { hint: 1 }), '"hint" is not a known member of a failure.'],
  ['ENV-10', succeeded({}, { _meta: { durationMs: 1 } }), '_meta.durationMs must be spelled duration_ms.'],
  ['ERR-02', failed({ code: 4, message: 'm' }), 'error.code must be a non-empty string, not 4.'],
  ['ERR-03', failed({ code: 'X_Y', message: 4 }), 'error.message must be a string, not 4.'],
  ['FLG-02', flagged({ type: '' }), 'type must be a non-empty string, not "".'],
  ['FLG-03', flagged({ message: 4 }), 'message must be a string, not 4.'],
  ['FLG-04', flagged({ params: [] }), 'params must be an object, not an array.'],
  ['FLG-06', flagged({ result: 1 }), 'result is not allowed with error: true.'],
  [
    'PAG-02',
    paged({ ...FLAGS, startCursor: 'a' }, { items: [1] }),
    'The page has items, but data.pageInfo has no string endCursor.',
  ],
  ['PAG-01', paged(3), 'data.pageInfo must be an object, not 3.'],
  ['PAG-01', paged({}), 'data.pageInfo has no boolean hasNextPage or hasPreviousPage.'],
  ['PAG-01', paged({ hasNextPage: true }), 'data.pageInfo has no boolean hasPreviousPage.'],
  [
    'PAG-02',
    paged(FLAGS, { items: [1] }),
    'The page has items, but data.pageInfo has no string startCursor or endCursor.',
  ],
  [
    'PAG-05',
    succeeded({ pagination: { pageSize: 1, nextPage: 1 } }),
    'The key "nextPage" in data.pagination must be in snake_case.',
  ],
  [
    'RATE-01',
    failed({ code: 'RATE_LIMIT_EXCEEDED', message: 'm', details: { retry_after_seconds: '1' } }),
    'error.details.retry_after_seconds must be a number, not "1".',
  ],
  ['RES-02', resulted({ success: false, error: 4, error_type: 'x' }), 'error must be a string, not 4.'],
  ['RES-03', resulted({ success: false, error: 'x', error_type: 4 }), 'error_type must be a string, not 4.'],
  [
    'RES-07',
    resulted({ success: false, error: 'x', error_type: 'x', exception_message: 'm' }),
    'exception_type is missing, but exception_message is present.',
  ],
  [
    'RES-07',
    resulted({ success: false, error: 'x', error_type: 'x', exception_type: 'E' }),
    'exception_message is missing, but exception_type is present.',
  ],
  [
    'TOK-02',
    failed(
      { code: 'CONFIRMATION_REQUIRED', message: 'm' },
      { confirmation: { token: 'c', expires_at: '2026-11-21T01:00:40Z' } },
    ),
    'The confirmation token is valid for 61 minutes; the limit is 15.',
  ],
  [
    'TOK-02',
    failed({ code: 'CONFIRMATION_REQUIRED', message: 'm' }, { confirmation: { token: 'c', expires_at: 4 } }),
    'expires_at must be an ISO 8601 date or date-time, not 4.',
  ],
  ['TRN-06', succeeded({ success: false }), 'success is true, but data.success is false.'],
  ['TRN-06', succeeded({ isError: true }), 'success is true, but data.isError is true.'],
  ['WRN-03', warned({ code: '', message: 'm' }), 'The warning\'s code must be a non-empty string, not "".'],
  ['WRN-04', warned({ code: 'X', message: 4 }), "The warning's message must be a string, not 4."],
  [
    'WRN-24',
    warned({ code: 'DEPRECATION_WARNING', message: 'gone' }),
    'The message "gone" should read "… is deprecated".',
  ],
  [
    'INT-02',
    introspected({ query: 'operations' }, { success: true, data: { _protocol: { version: 1 } } }),
    'data._protocol.version must be a string, not 1.',
  ],
  [
    'CODE-02',
    failed({ code: 'PLUGIN_NOT_FOUND', message: 'm' }),
    'The code "PLUGIN_NOT_FOUND" should be a suffix after one of VALIDATION_, NOT_FOUND_, PERMISSION_, CONFLICT_, RATE_LIMIT_, TOKEN_, SCHEMA_, INTERNAL_.',
  ],
  [
    'ENV-10',
    succeeded({}, { _meta: { request_id: 5, durationMs: 4 } }),
    '_meta.request_id must be a string, not 5. _meta.durationMs must be spelled duration_ms.',
  ],
  [
    'MSG-01',
    failed({ code: 'INTERNAL_ERROR', message: 'm' }),
    '"m" does not follow the template "Internal error: {description}".',
  ],
  [
    'MSG-01',
    failed({ code: 'PERMISSION_TRUST_LEVEL_INSUFFICIENT', message: 'm' }),
    `"m" does not follow the template "Operation '{operation}' requires trust level '{required_trust}', adapter has '{actual_trust}'".`,
  ],
  ['MSG-02', failed({ code: 'X', message: 'GET failed at /api/v1' }), 'error.message leaks "at /api/v1".'],
  [
    'RES-14',
    resulted({ success: true, value: 1, disposition: [] }),
    'disposition must be user/information, agent/information, agent/instruction or agent/requirements, not an array.',
  ],
];

describe('CODE-03 suggests a registered code that means the same', () => {
  test.each([
    ['VALIDATION_MISSING_PARAMETER', 'VALIDATION_MISSING_PARAM'],
    ['VALIDTION_MISING_PARAM', 'VALIDATION_MISSING_PARAM'],
    ['PERMISSION_DENY', 'PERMISSION_DENIED'],
    ['UNKNOWN_OPERATION', 'NOT_FOUND_OPERATION'],
    ['VALIDATION_UNKNOWN_OPERATION', 'NOT_FOUND_OPERATION'],
    ['CONFIRMATION_REJECTED', 'TOKEN_INVALID'],
    ['RATE_LIMIT_ERROR', 'RATE_LIMIT_EXCEEDED'],
  ])('%s: %s', (code, meant) => {
    const [violation] = found('CODE-03', failed({ code, message: 'm' }));
    expect(violation?.message).toBe(`The code "${code}" is not in the registry; did you mean ${meant}?`);
  });

  test.each([
    'VALIDATION_INVALID_VALUE',
    'PERMISSION_REQUIRED',
    'CONFLICT_EXISTS',
    'CONFIRMATION_REQUESTED_X',
  ])('none for %s', (code) => {
    const [violation] = found('CODE-03', failed({ code, message: 'm' }));
    expect(violation?.message).toBe(`The code "${code}" is not in the registry.`);
  });
});

describe('WRN-21 says what its recommendation follows from', () => {
  test.each([
    [
      { code: 'RATE_LIMIT_QUOTA_WARNING', details: { metric: 'm', current: 4501, warn_threshold: 4000 } },
      'high, since current (4501) is 90.02 % of the quota (5000)',
    ],
    [
      {
        code: 'RATE_LIMIT_QUOTA_WARNING',
        details: { metric: 'm', current: 900_010, warn_threshold: 800_000 },
      },
      'high, since current (900010) is 90.001 % of the quota (1000000)',
    ],
    [
      { code: 'DEPRECATION_WARNING', details: { removal_date: '2026-12-21' } },
      'high, since removal_date is 2026-12-21',
    ],
    [
      {
        code: 'VALIDATION_TRUNCATED_WARNING',
        details: { field: 'f', original_count: 3, truncated_count: 1, limit: 1 },
      },
      'medium, since 66.67 % of 3 is lost',
    ],
    [
      {
        code: 'VALIDATION_TRUNCATED_WARNING',
        details: { field: 'f', original_count: 200_002, truncated_count: 100_000, limit: 100_000 },
      },
      'medium, since 50.0005 % of 200002 is lost',
    ],
    [
      {
        code: 'PERFORMANCE_SLOW_QUERY_WARNING',
        details: { operation: 'o', duration_ms: 2000, threshold_ms: 1000 },
      },
      'medium, since duration_ms (2000) is 2 times threshold_ms (1000)',
    ],
  ])('$code: %s', (warning, words) => {
    const [violation] = found('WRN-21', warned({ message: 'm', severity: 'low', ...warning }));
    expect(violation?.message).toBe(`severity is low, but should be ${words}.`);
  });

  test('a deprecation without a date', () => {
    const warning = { code: 'DEPRECATION_WARNING', message: 'm', severity: 'high', details: {} };
    const [violation] = found('WRN-21', warned(warning));
    expect(violation?.message).toBe(
      'severity is high, but should be low, since it has no valid removal_date.',
    );
  });
});

describe('a message says what is there and what should be', () => {
  test.each(MESSAGES.map(([rule, exchange, message]) => [rule, message, exchange] as const))(
    '%s: %s',
    (rule, message, exchange) => {
      expect(found(rule, exchange).map((violation) => violation.message)).toEqual([message]);
    },
  );

  test.each([
    [{ type: 'x', deprecated_item: 'a' }, 'details.type must be operation, parameter or feature, not "x".'],
    [{ type: 'operation', deprecated_item: 4 }, 'details.deprecated_item must be a string, not 4.'],
  ])('WRN-20: %j', (details, message) => {
    const exchange = warned({ code: 'DEPRECATION_WARNING', message: "Operation 'a' is deprecated", details });
    expect(found('WRN-20', exchange).map((violation) => violation.message)).toEqual([message]);
  });

  test.each([undefined, null, 'use list'])('WRN-20: details that are %j', (details) => {
    const exchange = warned({ code: 'DEPRECATION_WARNING', message: "Operation 'a' is deprecated", details });
    expect(found('WRN-20', exchange).map((violation) => violation.message)).toEqual([
      'DEPRECATION_WARNING requires details with type, deprecated_item.',
    ]);
  });

  test('WRN-20: a number', () => {
    const details = { operation: 'o', duration_ms: '1', threshold_ms: 1 };
    const exchange = warned({ code: 'PERFORMANCE_SLOW_QUERY_WARNING', message: 'm', details });
    const [{ message } = { message: '' }] = found('WRN-20', exchange);
    expect(message).toBe('details.duration_ms must be a number, not "1".');
  });
});

describe('what carries an envelope is judged in every dialect', () => {
  const ENVELOPES: Readonly<Record<string, JsonObject>> = {
    'mcp-aql': { success: true, data: 1, warnings: [] },
    result: { success: false, error: 'x', error_type: 'not_found' },
    'error-flag': { error: true, type: 'X', message: 'm', params: {} },
    'success-flag': { success: true, rows: 1 },
  };
  const CARRIED = Object.entries(ENVELOPES);
  const rulesOf = (dialect: string, exchange: Exchange, pinned?: Dialect) => {
    const verdict = judge(read(exchange, pinned));
    expect(verdict.dialect).toBe(dialect);
    return new Set(verdict.violations.map(({ rule }) => rule));
  };
  const toolOf = (dialect: string) => (dialect === 'mcp-aql' ? 'mcp_aql_read' : 'other');

  test.each(CARRIED)('TRN-04: two different copies of %s', (dialect, envelope) => {
    const copied = (structuredContent: JsonObject) =>
      rulesOf(dialect, carried(envelope, { structuredContent }, toolOf(dialect))).has('TRN-04');
    expect([copied({ ...envelope, extra: null }), copied({ ...envelope, extra: 1 })]).toEqual([false, true]);
  });

  test.each([...CARRIED, ['plain', { rows: 1 }] as const])(
    'TRN-05 and TRN-06: %s in a result in the text',
    (dialect, envelope) => {
      const inner = (isError: boolean) => {
        const text = JSON.stringify(envelope);
        return carried({ content: [{ type: 'text', text }], isError }, {}, toolOf(dialect));
      };
      const [lost, kept] = [rulesOf(dialect, inner(true)), rulesOf(dialect, inner(false))];
      expect([lost.has('TRN-05'), lost.has('TRN-06')]).toEqual([true, true]);
      expect([kept.has('TRN-05'), kept.has('TRN-06')]).toEqual([true, false]);
    },
  );

  test.each(CARRIED)('TRN-07: an error at the root of a result with %s', (dialect, envelope) => {
    const stray = (members: JsonObject) => rulesOf(dialect, carried(envelope, members, toolOf(dialect)));
    expect(stray({ error: { code: 'X' } }).has('TRN-07')).toBe(true);
    expect(stray({ error: { message: 'm' } }).has('TRN-07')).toBe(false);
  });

  test('TRN-07: an error at the root of a result of a server that is pinned as plain', () => {
    const stray = carried({ rows: 1 }, { error: { code: 'X' } }, 'other');
    expect(rulesOf('plain', stray, 'plain').has('TRN-07')).toBe(true);
  });
});
