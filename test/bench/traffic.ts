import { errors, failure, success, warnings } from '../../server/demo/aql.ts';
import { type Random, random } from '../../server/demo/random.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import type { Refusal } from '../../shared/refusal.ts';
import { DAY } from '../../shared/time/units.ts';

/** The random choices repeat after this many captures; ids, times and numbers do not. */
export const PERIOD = 20_000;
/** Time between two lines, ms. */
export const APART = 50;

const VERBS = ['list', 'get', 'find', 'update', 'create', 'export', 'archive', 'merge'] as const;
const CLIENTS = ['editor', 'cli', 'agent', 'desktop', undefined] as const;

interface Call {
  readonly n: number;
  readonly at: number;
  readonly chance: Random;
  /** What the server stores, e.g. `account`. */
  readonly thing: string;
  readonly operation: string;
}

interface Server {
  readonly name: string;
  readonly thing: string;
  readonly reply: (call: Call) => unknown;
  /** Its only client, if it has only one. */
  readonly client?: string;
}

const aql = (name: string, thing: string): Server => ({
  name,
  thing,
  reply: (call) => {
    const envelope = aqlEnvelope(call);
    return { content: [{ type: 'text', text: JSON.stringify(envelope) }] };
  },
});

/** The first are the most frequent. */
const SERVERS: readonly [Server, ...Server[]] = [
  aql('shop', 'order'),
  aql('bank', 'account'),
  aql('wiki', 'article'),
  aql('mail', 'letter'),
  aql('maps', 'place'),
  aql('files', 'folder'),
  aql('search', 'index'),
  aql('issues', 'ticket'),
  { name: 'notes', thing: 'note', reply: (call) => structured(resultEnvelope(call)) },
  { name: 'metrics', thing: 'gauge', reply: (call) => structured(flagEnvelope(call)) },
  { name: 'browser', thing: 'tab', reply: prose },
  { name: 'weather', thing: 'station', reply: prose, client: 'cron' },
];

/**
 * Returns the n-th line of a made-up but plausible stream, the same each time: captures of about 700 bytes,
 * one per line, in time order. Twelve servers of every dialect, about 90 operations; one response in ten
 * fails with one of a dozen codes, one in eight has warnings, one in thirty breaks a rule.
 */
export function captureLine(n: number, startMs: number): string {
  const at = startMs + n * APART;
  const chance = random(n % PERIOD, 'traffic');
  const server = often(chance, SERVERS);
  const operation = `${often(chance, VERBS)}_${server.thing}s`;
  const client = server.client ?? chance.pick(CLIENTS);
  const call = { n, at, chance, thing: server.thing, operation };
  return JSON.stringify({
    server: server.name,
    server_version: chance.chance(0.8) ? '2.4.1' : '2.5.0',
    id: `bench-${n}`,
    observed_at: at,
    ...(server.name === 'browser' || server.name === 'weather'
      ? { tool: operation, params: { name: operation, arguments: { page: n % 7 } } }
      : {
          tool: 'mcp_aql_read',
          params: { name: 'mcp_aql_read', arguments: { operation, params: { page: n % 7 } } },
        }),
    client,
    client_version: '1.0.3',
    session: `s-${Math.floor(n / 200)}`,
    duration_ms: Math.round(chance.around(90, 0.8)),
    response: server.reply(call),
  });
}

/** Picks an item; earlier ones are more likely. */
function often<T>(chance: Random, items: readonly [T, ...T[]]): T {
  return items[Math.floor(items.length * chance.next() ** 2)] ?? items[0];
}

function aqlEnvelope(call: Call): unknown {
  const { chance } = call;
  const kind = chance.next();
  if (kind < 0.1) return failure(often(chance, FAILURES)(call));
  if (kind < 0.22) return success(page(call), [often(chance, WARNINGS)(call)]);
  if (kind < 0.26) return often(chance, BREACHES)(call);
  return success(page(call));
}

const FAILURES: readonly [(call: Call) => Refusal, ...((call: Call) => Refusal)[]] = [
  ({ n, thing }) => errors.notFound(thing, `${thing}-${n}`),
  ({ operation }) => errors.missingParam('query', operation),
  ({ n }) => errors.internal(`lock ${n} timed out`),
  ({ at }) => errors.rateLimited(500, '1h', at, 40),
  () => errors.invalidType('limit', 'integer', 'string'),
  ({ operation }) => errors.denied('the account is read-only', operation),
  ({ operation }) => errors.unknownParam(operation, ['colour'], ['query', 'limit', 'page']),
  ({ n, thing }) => errors.alreadyExists(thing, `${thing}-${n}`),
  ({ operation }) => errors.unknownOperation(`${operation}_all`),
  ({ n }) => errors.versionMismatch(`v-${n}`, 3, 4),
  ({ n, at }) => errors.tokenExpired(`t-${n}`, at - 9_000, at),
  ({ n }) => ({ code: 'UPSTREAM_BROKEN', message: `Upstream answered ${500 + (n % 5)}` }),
];

const WARNINGS: readonly [
  (call: Call) => ReturnType<typeof warnings.quota>,
  ...((call: Call) => ReturnType<typeof warnings.quota>)[],
] = [
  ({ operation, at }) =>
    warnings.deprecation(
      { type: 'operation', item: operation, replacement: 'query', removal: at + 60 * DAY },
      at,
    ),
  ({ chance }) =>
    warnings.quota(
      { metric: 'requests_per_hour', warn: 4000, pause: 4500, hardStop: 5000 },
      chance.int(4000, 4499),
    ),
  ({ operation, chance }) => warnings.slow(operation, chance.int(600, 9000), 500),
  ({ chance }) => warnings.truncation('items', chance.int(120, 900), 100),
  ({ at }) => warnings.deprecation({ type: 'parameter', item: 'page', replacement: 'cursor' }, at),
];

const BREACHES: readonly [(call: Call) => JsonObject, ...((call: Call) => JsonObject)[]] = [
  () => ({ success: true }),
  ({ n, thing }) => ({ success: false, error: `No ${thing} ${n}` }),
  (call) => ({ success: 'true', data: page(call) }),
  (call) => ({ success: true, data: page(call), warnings: [{ message: 'The cache is cold' }] }),
  ({ n }) => ({
    success: false,
    error: { code: 'internal_error', message: `TypeError: x${n} is undefined` },
  }),
];

function page({ n, thing }: Call): JsonObject {
  return {
    items: [0, 1, 2, 3].map((i) => ({
      id: `${thing}-${n}-${i}`,
      name: `The ${thing} of page ${(n * 31 + i) % 9973}`,
      size: (n * i) % 512,
    })),
    total: n % 100,
  };
}

function resultEnvelope(call: Call): JsonObject {
  const { n, chance, thing } = call;
  if (!chance.chance(0.1)) return { success: true, value: page(call) };
  const error_type = often(chance, ['not_found', 'validation_error', 'timeout']);
  return {
    success: false,
    error: `Could not read the ${thing} ${n}`,
    error_type,
    instruction: `Ask for the ${thing}s that there are, then try one of them.`,
  };
}

function flagEnvelope(call: Call): JsonObject {
  const { n, chance, operation } = call;
  if (!chance.chance(0.2)) return { data: page(call) };
  const [type, message] = often<readonly [string, string]>(chance, [
    ['ValidationError', `window: expected a duration, got ${n}`],
    ['ElasticsearchDataError', `index metrics-${n} not found`],
  ]);
  return { error: true, type, message, params: { operation, window: `${n}x` } };
}

function structured(envelope: JsonObject): JsonObject {
  return { content: [{ type: 'text', text: JSON.stringify(envelope) }], structuredContent: envelope };
}

function prose({ n, chance, thing }: Call): JsonObject {
  const failed = chance.chance(0.1);
  const failing = [
    `Error: no ${thing} ${n}`,
    `Timed out after ${n % 90} s: https://example.test/${n}`,
  ] as const;
  const text = failed
    ? often(chance, failing)
    : `The ${thing} ${n} has ${n % 40} entries. `.repeat(1 + chance.int(0, 8));
  return { content: [{ type: 'text', text }], isError: failed };
}
