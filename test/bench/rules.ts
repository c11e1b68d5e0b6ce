import { isObject, parseJson } from '../../shared/json/value.ts';
import { read } from '../../shared/read.ts';
import { validate } from '../../shared/validate.ts';
import { atMost, type Measured } from './measured.ts';

const ITEMS = [1, 2, 3, 4, 5].map((id) => ({
  id: `item-${id}`,
  name: `Item number ${id}`,
  tags: ['red', 'blue'],
  size: id * 10,
  created_at: '2026-11-20T10:00:00Z',
}));

const PAGE_INFO = {
  hasNextPage: false,
  hasPreviousPage: false,
  startCursor: 'YQ==',
  endCursor: 'Yg==',
  totalCount: 5,
};

/** Envelopes of about 700 bytes that break no rule. */
const ENVELOPES: Readonly<Record<string, unknown>> = {
  success: {
    success: true,
    data: { items: ITEMS, pageInfo: PAGE_INFO },
    _meta: { request_id: 'r-0001', duration_ms: 12 },
  },
  failure: {
    success: false,
    error: {
      code: 'VALIDATION_UNKNOWN_PARAM',
      message: "Unknown parameter(s) for operation 'list_items': colour, shape",
      details: {
        operation: 'list_items',
        unknown_params: ['colour', 'shape'],
        valid_params: ITEMS.map(
          ({ id, name, created_at }) => `${id} ${name} ${created_at}, as the schema has it`,
        ),
        given: ITEMS.slice(2),
      },
    },
  },
};

/** About a second each: until then the compiler still works on one side or the other. */
const ROUNDS = 60;
const CALLS = 4_000;

/** Returns nanoseconds per call. */
function timed(call: () => unknown): number {
  let kept: unknown;
  const start = performance.now();
  for (let index = 0; index < CALLS; index++) kept = call();
  const elapsed = performance.now() - start;
  if (kept === undefined) throw new Error('nothing was measured');
  return (elapsed * 1e6) / CALLS;
}

/**
 * Cost of one call as a share of another's, in the fastest rounds of both: noise only ever adds. They take
 * turns, since a machine may change its speed in between.
 */
function share(call: () => unknown, other: () => unknown): number {
  let [part, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    part = Math.min(part, timed(call));
    whole = Math.min(whole, timed(other));
  }
  return part / whole;
}

/** Measures the cost of all rules on a common envelope, relative to parsing its text. */
export function run(): readonly Measured[] {
  return Object.entries(ENVELOPES).map(([side, envelope]) => {
    const text = JSON.stringify(envelope);
    const reading = read({
      response: { content: [{ type: 'text', text }] },
      tool: 'mcp_aql_read',
      params: { name: 'mcp_aql_read', arguments: { operation: 'list_items' } },
      observed_at: Date.UTC(2026, 10, 21),
    });
    if (!isObject(reading.located.envelope)) throw new Error('the envelope was not found');
    const figure = share(
      () => validate(reading),
      () => parseJson(text),
    );
    return atMost(0.1, `rules on a ${side} of ${text.length} bytes, as a share of its JSON.parse`, figure);
  });
}
