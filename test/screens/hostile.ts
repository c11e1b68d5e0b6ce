import { carried, failure, NOT_FOUND, success, WARNINGS } from '../helpers/captures.ts';

const MARKUP = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;
const LONG = 'A_VERY_LONG_NAME_THAT_NEVER_ENDS_'.repeat(7).slice(0, 200);
const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>((inner) => ({ deeper: inner }), 'the bottom');

/** Names that a page must cope with: long, right-to-left, wide, markup, and some special to JavaScript. */
const NAMES = [
  LONG,
  'خادم الطرود\u202eabc',
  '注文管理サーバー',
  '📦🚚✨',
  MARKUP,
  '__proto__',
  'constructor',
];

/** Returns lines of NDJSON with captures that break naive assumptions about names, text, size or depth. */
export function hostileLines(): readonly string[] {
  const everywhere = NAMES.flatMap((name) => [
    failure(
      { code: name, message: `${name} ${name}`, details: { [name]: name } },
      {
        server: name,
        server_version: name,
        client: name,
        client_version: name,
        session: name.slice(0, 100),
        operation: name,
        request_id: name,
      },
    ),
    success({
      server: name,
      client: name,
      operation: name,
      warnings: [
        { code: name, message: name, severity: 'high' },
        { ...WARNINGS.quota, details: { ...WARNINGS.quota.details, metric: name, current: 970 } },
        {
          ...WARNINGS.deprecation,
          details: {
            type: 'operation',
            deprecated_item: name,
            replacement: name,
            removal_date: '2026-01-01',
          },
        },
        { ...WARNINGS.slow, details: { operation: name, duration_ms: 9e6, threshold_ms: 10 } },
      ],
    }),
  ]);
  const shapes = [
    failure({ code: 'INTERNAL_ERROR', message: 'M'.repeat(10_000) }, { operation: 'message_without_spaces' }),
    failure({ code: 'INTERNAL_ERROR', message: 'שלום עולם '.repeat(90) }, { operation: 'right_to_left' }),
    failure({ code: 'INTERNAL_ERROR', message: 'half a pair \ud800 alone' }, { operation: 'lone_surrogate' }),
    success({ operation: 'deep', response: carried({ success: true, data: nested(60) }) }),
    success({
      operation: 'fifty_thousand_items',
      response: carried({ success: true, data: Array.from({ length: 50_000 }, (_, i) => ({ i })) }),
    }),
    success({
      operation: 'megabyte_string',
      response: carried({ success: true, data: 'v'.repeat(1_000_000) }),
    }),
    success({
      operation: 'ninety_findings',
      response: carried({
        success: true,
        data: 1,
        warnings: Array.from({ length: 90 }, (_, i) => ({ code: `W${i}`, severity: 'HIGH' })),
      }),
    }),
    { server: 'plain', tool: 'shout', response: `${MARKUP} `.repeat(200) },
  ];
  const twice =
    '{"server":"shop","operation":"member_twice","response":{"success":true,"success":false,"data":1,"__proto__":{"a":1},"data":2}}';
  return [...[...everywhere, ...shapes].map((capture) => JSON.stringify(capture)), twice];
}

/** Returns one response from each of `many` servers, clients and operations. */
export function crowdLines(many: number): readonly string[] {
  return Array.from({ length: many }, (_, i) =>
    JSON.stringify(
      i % 3 === 0
        ? failure(NOT_FOUND, { server: `server-${i}`, client: `client-${i}`, operation: `operation_${i}` })
        : success({ server: `server-${i}`, client: `client-${i}`, operation: `operation_${i}` }),
    ),
  );
}
