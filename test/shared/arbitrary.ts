import fc from 'fast-check';

/** Member names of envelopes, results and messages, and names that every object inherits. */
const NAMES = [
  'success',
  'data',
  'error',
  'code',
  'message',
  'details',
  'warnings',
  'severity',
  'occurrence_count',
  'results',
  'summary',
  'index',
  'operation',
  'result',
  'halted_at',
  'content',
  'type',
  'text',
  'isError',
  'structuredContent',
  'resultType',
  'jsonrpc',
  '_meta',
  'value',
  'error_type',
  'instruction',
  'params',
  'confirmation',
  'token',
  'pageInfo',
  'items',
  'metric',
  'current',
  'warn_threshold',
  'removal_date',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'a/b',
  'm~n',
  '',
];

const SCALARS = [
  null,
  true,
  false,
  0,
  1,
  -1,
  -32602,
  -32603,
  0.5,
  1e308,
  Number.POSITIVE_INFINITY,
  '',
  'true',
  'text',
  'high',
  'input_required',
  '2.0',
  'NOT_FOUND_RESOURCE',
  'DEPRECATION_WARNING',
  'RATE_LIMIT_QUOTA_WARNING',
  'VALIDATION_TRUNCATED_WARNING',
  'PERFORMANCE_SLOW_QUERY_WARNING',
  'CONFIRMATION_REQUIRED',
  "Item 'x' not found",
  'Error: boom',
  'MCP error -32602: no',
  '2026-12-01',
  '\ud800',
];

/** JSON as a hostile server might send it: the names and words that matter, anywhere, also serialised. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    { arbitrary: fc.constantFrom<unknown>(...SCALARS), weight: 5 },
    { arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }), weight: 1 },
    { arbitrary: tie('object'), weight: 5 },
    { arbitrary: fc.array(tie('value'), { maxLength: 4 }), weight: 2 },
    { arbitrary: tie('object').map((object) => JSON.stringify(object)), weight: 2 },
  ),
  object: fc
    .array(fc.tuple(fc.constantFrom(...NAMES), tie('value')), { maxLength: 7 })
    .map((members) => Object.fromEntries(members)),
})).value;

/** Objects that are nearly envelopes, including batches. */
const nearlyEnvelope: fc.Arbitrary<unknown> = fc
  .record(
    {
      success: fc.constantFrom<unknown>(true, false, 'true', null),
      data: hostileJson,
      error: fc.oneof(
        hostileJson,
        fc.record({ code: hostileJson, message: hostileJson, details: hostileJson }),
      ),
      warnings: fc.oneof(
        hostileJson,
        fc.array(
          fc.record({ code: hostileJson, message: hostileJson, details: hostileJson, severity: hostileJson }),
          {
            maxLength: 12,
          },
        ),
      ),
      results: fc.array(fc.record({ index: hostileJson, operation: hostileJson, result: hostileJson }), {
        maxLength: 4,
      }),
      summary: hostileJson,
      _meta: hostileJson,
    },
    { requiredKeys: [] },
  )
  .map((envelope): unknown => envelope);

/** Responses in every carrier. */
export const hostileResponse: fc.Arbitrary<unknown> = fc.oneof(nearlyEnvelope, hostileJson).chain((value) =>
  fc.constantFrom<unknown>(
    value,
    JSON.stringify(value),
    { jsonrpc: '2.0', id: 1, result: value },
    { jsonrpc: '2.0', id: 1, error: value },
    { content: [{ type: 'text', text: JSON.stringify(value) }] },
    { content: [{ type: 'text', text: `${JSON.stringify(value)}\n\ntrailing` }], isError: true },
    { content: [], structuredContent: value },
    { content: [], structuredContent: { result: JSON.stringify(value) } },
    {
      content: [
        { type: 'text', text: JSON.stringify({ content: [{ type: 'text', text: JSON.stringify(value) }] }) },
      ],
    },
  ),
);
