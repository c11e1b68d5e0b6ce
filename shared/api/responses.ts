import { type Static, type TSchema, Type } from 'typebox';
import { LONGEST } from '../capture.ts';
import { LONGEST_SEARCH } from '../filter-limits.ts';
import { LONGEST_DURATION } from '../time/duration.ts';
import { CATEGORIES, DIALECTS, LONGEST_NAME, OUTCOMES } from '../verdict.ts';
import {
  Count,
  Coverage,
  described,
  Nullable,
  RefusalSchema,
  SeverityNumber,
  Time,
  Words,
} from './contract.ts';
import { FilterQuery, Paging } from './filter.ts';
import { VerdictSchema } from './verdict.ts';

/** One line of the log. */
export const ResponseRow = Type.Object({
  id: described(Type.String(), 'Opaque; not the id of the capture.'),
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
  masked: described(Type.Boolean(), 'A claimed success that hides a failure.'),
  must: described(Count, 'MUST violations.'),
  should: described(Count, 'SHOULD violations.'),
  info: described(Count, 'INFO violations.'),
  warnings: described(
    Count,
    'Each counted once, whatever its `occurrence_count`; with those of batch members.',
  ),
  severity: described(
    Nullable(SeverityNumber),
    'Most urgent severity of these warnings; null if there are none.',
  ),
  duration_ms: Nullable(Type.Number()),
  size: described(Count, 'Bytes of the capture.'),
  members: described(Count, 'Number of its batch members.'),
  parent: described(Nullable(Type.String()), 'Set if this is itself a batch member.'),
  index: described(Nullable(Type.Integer()), 'Its index in the batch.'),
});
export type ResponseRow = Static<typeof ResponseRow>;

export const ResponsePage = Type.Interface([Coverage], {
  items: Type.Array(ResponseRow),
  next_cursor: Nullable(Type.String()),
  total: described(Nullable(Count), 'Responses in the filter; null if no rollup counts just these.'),
});
export type ResponsePage = Static<typeof ResponsePage>;

export const ResponseDetail = Type.Interface([ResponseRow], {
  received_at: Time,
  client_version: Nullable(Type.String()),
  session: Nullable(Type.String()),
  request_id: Nullable(Type.String()),
  transport: Nullable(Type.String()),
  method: Nullable(Type.String()),
  raw: described(Type.String(), "The capture's bytes as text, secrets replaced."),
  redacted: described(Count, 'Number of values replaced before storage.'),
  catalogue: described(Type.Integer(), 'Catalogue version of the verdict.'),
  verdict: VerdictSchema,
  group: described(Nullable(Type.String()), 'Id of its error group; null if it did not fail.'),
  children: Type.Array(ResponseRow, { description: 'Its batch members.' }),
  pointer: described(
    Type.String(),
    'RFC 6901: place of its envelope in that of its batch; empty if it is no batch member.',
  ),
  previous: described(Nullable(Type.String()), 'Id of the one before, in the same server and session.'),
  next: described(Nullable(Type.String()), 'Id of the one after.'),
  position: described(
    Nullable(Type.Object({ index: Count, count: Count })),
    'Its index, from 0, in its server and session.',
  ),
});
export type ResponseDetail = Static<typeof ResponseDetail>;

export const RESPONSE_FORMATS = ['csv', 'ndjson', 'json', 'captures'] as const;

export const Receipt = Type.Object({
  accepted: Count,
  quarantined: described(
    Count,
    'Of those accepted; a log of its own lists them, and nothing else counts them.',
  ),
  duplicates: Count,
  rejected: described(
    Type.Array(Type.Object({ index: Count, error: RefusalSchema })),
    'By their index in the body, from 0; the first thousand.',
  ),
  rejected_count: described(Count, 'Number of all that were rejected, including those not named.'),
});
export type Receipt = Static<typeof Receipt>;

/** Null counts as absent, and so does an empty name. */
const Optional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** A capture as it is posted (shared/capture.ts reads it). Unknown members are ignored. */
const SentCapture = Type.Object({
  response: Type.Unknown({
    description: 'The response as seen: an envelope, CallToolResult, JSON-RPC response, or text.',
  }),
  server: Type.Optional(
    Type.String({ minLength: 1, maxLength: LONGEST.server, description: 'Required here or in the query.' }),
  ),
  server_version: Optional(Type.String({ maxLength: LONGEST.server_version })),
  id: Optional(
    Type.String({ maxLength: LONGEST.id, description: 'Idempotency key: a server has each id once.' }),
  ),
  observed_at: Optional(
    Type.Union([Type.String(), Type.Number()], {
      description: 'RFC 3339 or epoch milliseconds. Defaults to the time of arrival.',
    }),
  ),
  method: Optional(Type.String({ maxLength: LONGEST.method })),
  tool: Optional(Type.String({ maxLength: LONGEST.tool })),
  operation: Optional(Type.String({ maxLength: LONGEST.operation })),
  params: Type.Optional(Type.Unknown({ description: '`params` of the JSON-RPC request.' })),
  client: Optional(Type.String({ maxLength: LONGEST.client })),
  client_version: Optional(Type.String({ maxLength: LONGEST.client_version })),
  session: Optional(Type.String({ maxLength: LONGEST.session })),
  request_id: Optional(Type.String({ maxLength: LONGEST.request_id })),
  transport: Optional(Type.String({ maxLength: LONGEST.transport })),
  duration_ms: Optional(Type.Number({ minimum: 0, maximum: LONGEST_DURATION })),
  tool_listed: Optional(Type.Boolean({ description: 'Whether the last tools/list had the tool.' })),
});

export const responsesRoutes = {
  'POST /api/v1/responses': {
    summary: 'Store one capture, an array of captures, or NDJSON',
    description:
      'What is acknowledged is committed, and a bad item never costs a good one. A large body is committed in slices of up to 1,000 captures or 8 MiB. If the disk fills up, a body that fits into one slice is stored whole or not at all; of a larger one, `rejected` names the captures that were not stored; send only those again. It names the first 1,000, and `rejected_count` counts all: if there are more, also resend everything after the last one named; a capture with an `id` is stored once. In a 422, nothing was stored, and both are in the `details` of the error. NDJSON is `application/x-ndjson`, `application/ndjson`, `application/jsonl` or `application/x-jsonlines`. Accepts content-encoding gzip, deflate and br.',
    takes: {
      'application/json': Type.Union([SentCapture, Type.Array(SentCapture)]),
      'application/x-ndjson': Type.String({ description: 'One capture per line.' }),
    },
    query: Type.Object({
      server: Type.Optional(
        described(
          Type.String({ minLength: 1, maxLength: LONGEST.server }),
          'Server of the captures that name none.',
        ),
      ),
    }),
    data: Receipt,
  },
  'GET /api/v1/responses': {
    summary: 'List responses, newest first',
    description:
      'CSV, NDJSON (by `Accept` or `format`) and a plain array (`format=json`) are exports: every row in the filter, or the newest `limit`. `format=captures` exports what these rows were read from as NDJSON, oldest first, secrets replaced, to lint, import or post: each capture with its server and time, a batch once.',
    query: Type.Interface([FilterQuery, Paging], {
      contains: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: LONGEST_SEARCH,
          description:
            'Text anywhere in the capture, in upper or lower case, however JSON escapes it; in a batch, anywhere in the batch. Captures are read one by one, so a page may end before it has `limit` responses: `covered` says how far it came, and `next_cursor` goes on from there.',
        }),
      ),
      deprecated: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: LONGEST_NAME,
          description:
            'Name of a deprecated operation, parameter or feature, as `deprecated_item` of `/deprecations` has it: responses with a warning about it; of a batch member, those of its batch',
        }),
      ),
      format: Type.Optional(Words(RESPONSE_FORMATS)),
      quarantined: Type.Optional(
        Type.Boolean({
          description:
            'true lists the responses that are kept apart instead, since their time is impossible or before what was removed, newest arrival first; the range is that of the arrival, and `q`, `rule` and `level` find none',
        }),
      ),
    }),
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
