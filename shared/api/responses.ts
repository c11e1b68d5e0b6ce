import { type Static, type TSchema, Type } from 'typebox';
import { LONGEST_DURATION } from '../duration.ts';
import { CATEGORIES, DIALECTS, OUTCOMES } from '../verdict.ts';
import { ApiError, Count, Nullable, Partial, Time, Words } from './contract.ts';
import { FilterQuery, Paging } from './filter.ts';
import { VerdictSchema } from './verdict.ts';

/** One line of the log. */
export const ResponseRow = Type.Object({
  /** Opaque. */
  id: Type.String(),
  observed_at: Time,
  server: Type.String(),
  server_version: Nullable(Type.String()),
  client: Nullable(Type.String()),
  tool: Nullable(Type.String()),
  operation: Nullable(Type.String()),
  dialect: Words(DIALECTS),
  outcome: Words(OUTCOMES),
  code: Nullable(Type.String()),
  category: Nullable(Words(CATEGORIES)),
  message: Nullable(Type.String()),
  masked: Type.Boolean(),
  must: Count,
  should: Count,
  info: Count,
  warnings: Count,
  /** Most urgent severity of its warnings; null if it has none. */
  severity: Nullable(Type.Integer()),
  duration_ms: Nullable(Type.Number()),
  size: Count,
  /** Number of its batch members. */
  members: Count,
  /** Set if this row is itself a batch member. */
  parent: Nullable(Type.String()),
  index: Nullable(Type.Integer()),
});
export type ResponseRow = Static<typeof ResponseRow>;

export const ResponsePage = Type.Interface([Partial], {
  items: Type.Array(ResponseRow),
  next_cursor: Nullable(Type.String()),
  /** Responses in the filter; null if no rollup has the combination. */
  total: Nullable(Count),
});
export type ResponsePage = Static<typeof ResponsePage>;

export const ResponseDetail = Type.Interface([ResponseRow], {
  received_at: Time,
  client_version: Nullable(Type.String()),
  session: Nullable(Type.String()),
  request_id: Nullable(Type.String()),
  transport: Nullable(Type.String()),
  method: Nullable(Type.String()),
  /** The capture's bytes as text, secrets replaced. */
  raw: Type.String(),
  /** Number of values replaced before storage. */
  redacted: Count,
  /** Catalogue version of the verdict. */
  catalogue: Type.Integer(),
  verdict: VerdictSchema,
  group: Nullable(Type.String()),
  children: Type.Array(ResponseRow),
  /** Neighbours in the same server and session, by time. */
  previous: Nullable(Type.String()),
  next: Nullable(Type.String()),
  /** Its index among them, from 0. */
  position: Nullable(Type.Object({ index: Count, count: Count })),
});
export type ResponseDetail = Static<typeof ResponseDetail>;

export const RESPONSE_FORMATS = ['csv', 'ndjson', 'json'] as const;

export const Receipt = Type.Object({
  accepted: Count,
  duplicates: Count,
  /** By their index in the body, from 0; the first thousand. */
  rejected: Type.Array(Type.Object({ index: Count, error: ApiError })),
  /** Number of all that were rejected, including those not named. */
  rejected_count: Count,
});
export type Receipt = Static<typeof Receipt>;

/** Null counts as absent. */
const Optional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** A capture as it is posted (shared/capture.ts reads it). Unknown members are ignored. */
const SentCapture = Type.Object({
  response: Type.Unknown({
    description: 'The response as seen: an envelope, CallToolResult, JSON-RPC response, or text.',
  }),
  server: Type.Optional(Type.String({ description: 'Required here or in the query.' })),
  server_version: Optional(Type.String()),
  id: Optional(Type.String({ description: 'Idempotency key: a server has each id once.' })),
  observed_at: Optional(
    Type.Union([Type.String(), Type.Number()], {
      description: 'RFC 3339 or epoch milliseconds. Defaults to the time of arrival.',
    }),
  ),
  method: Optional(Type.String()),
  tool: Optional(Type.String()),
  operation: Optional(Type.String()),
  params: Type.Optional(Type.Unknown({ description: '`params` of the JSON-RPC request.' })),
  client: Optional(Type.String()),
  client_version: Optional(Type.String()),
  session: Optional(Type.String()),
  request_id: Optional(Type.String()),
  transport: Optional(Type.String()),
  duration_ms: Optional(Type.Number({ minimum: 0, maximum: LONGEST_DURATION })),
  tool_listed: Optional(Type.Boolean({ description: 'Whether the last tools/list had the tool.' })),
});

export const responsesRoutes = {
  'POST /api/v1/responses': {
    summary: 'Store one capture, an array of captures, or NDJSON',
    description:
      'What is acknowledged is committed, and a bad item never costs a good one. A large body is committed in slices of up to 1,000 captures. If the disk fills up midway, `rejected` names the captures that were not stored; send only those again. It names the first 1,000, and `rejected_count` counts all: if there are more, also resend everything after the last one named; a capture with an `id` is stored once. In a 422, nothing was stored, and both are in the `details` of the error. NDJSON is `application/x-ndjson`, `application/ndjson`, `application/jsonl` or `application/x-jsonlines`. Accepts content-encoding gzip, deflate and br.',
    takes: {
      'application/json': Type.Union([SentCapture, Type.Array(SentCapture)]),
      'application/x-ndjson': Type.String({ description: 'One capture per line.' }),
    },
    query: Type.Object({ server: Type.Optional(Type.String()) }, { additionalProperties: false }),
    data: Receipt,
  },
  'GET /api/v1/responses': {
    summary: 'List responses, newest first',
    description:
      'CSV, NDJSON (by `Accept` or `format`) and a plain array (`format=json`) are exports: every row in the filter, or the newest `limit`.',
    query: Type.Interface(
      [FilterQuery, Paging],
      {
        format: Type.Optional(Words(RESPONSE_FORMATS)),
        quarantined: Type.Optional(
          Type.Boolean({
            description:
              'true lists the responses that are kept apart instead, since their time is impossible or before what was removed, newest arrival first; the range is that of the arrival, and `q`, `rule` and `level` find none',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    data: ResponsePage,
    bare: Type.Array(ResponseRow),
    also: ['text/csv', 'application/x-ndjson'],
  },
  'GET /api/v1/responses/:id': {
    summary: 'Get one response in full',
    params: Type.Object({ id: Type.String() }),
    data: ResponseDetail,
  },
} as const;
