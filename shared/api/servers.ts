import { type Static, Type } from 'typebox';
import { HEALTHS } from '../health.ts';
import { DIALECTS } from '../verdict.ts';
import {
  Count,
  Coverage,
  DurationPercentile,
  described,
  InPart,
  Nullable,
  Share,
  Sparkline,
  Time,
  Words,
} from './contract.ts';
import { FilterQuery } from './filter.ts';

export const Versions = Type.Array(
  Type.Object({
    version: Type.String(),
    first_seen: Time,
    last_seen: Time,
    responses: Count,
    failures: Count,
  }),
  { description: 'Newest first, by when each was first seen.' },
);

export const ServerRow = Type.Object({
  name: Type.String(),
  version: described(Nullable(Type.String()), 'Of its newest response.'),
  dialect: described(
    Words(DIALECTS),
    'Pinned, or that of the newest envelope; `plain` or `jsonrpc-error` if nothing else was seen.',
  ),
  pinned: described(Type.Boolean(), 'Whether its dialect is pinned.'),
  proven: described(
    Type.Boolean(),
    'Whether it is proven to speak the dialect: by a pin, the name of a tool, or a response.',
  ),
  responses: Count,
  failures: Count,
  error_rate: Share,
  previous_error_rate: Nullable(Share),
  warnings: Count,
  must_violations: Count,
  duration_p95: DurationPercentile,
  first_seen: Time,
  last_seen: Time,
  health: described(
    Nullable(Words(HEALTHS)),
    '`failing` in an incident, or if a quarter of its newest responses in the last day failed; `degraded` if 5 % of all failed or break a MUST (a quarter, if few failed); `silent` without any. Null if the filter selects responses by what they say: outcome, category, code, rule, level or text.',
  ),
  sparkline: described(Sparkline, 'Responses in equal parts of the range.'),
  failure_sparkline: described(Sparkline, 'Failures in the same parts.'),
});
export type ServerRow = Static<typeof ServerRow>;

const ServerDetail = Type.Interface([ServerRow], {
  versions: Versions,
  dialects: Type.Array(Type.Object({ dialect: Words(DIALECTS), responses: Count })),
  clients: Count,
  operations: Count,
  forgetting: described(
    Type.Boolean(),
    'It is being forgotten: it gave up its name, and its figures are removed at the end.',
  ),
});

export const Servers = Type.Interface([Coverage], { in_part: InPart, items: Type.Array(ServerDetail) });
export type Servers = Static<typeof Servers>;

export const serversRoutes = {
  'GET /api/v1/servers': { summary: 'List servers, worst first', query: FilterQuery, data: Servers },
  'PATCH /api/v1/servers/:name': {
    summary: 'Pin the dialect of a server, or unpin it with null',
    description: 'Applies to responses from now on, and to stored ones once they are judged again.',
    params: Type.Object({ name: Type.String() }),
    body: Type.Object({ dialect: Nullable(Words(DIALECTS)) }, { additionalProperties: false }),
    data: Type.Object({ name: Type.String(), pinned: Nullable(Words(DIALECTS)) }),
  },
  'DELETE /api/v1/servers/:name': {
    summary: 'Forget a server: its responses and everything counted from them',
    description:
      'Runs for about a second, so that nothing else waits long. If `more` is true, ask again with `rest=true`, or leave the rest to Mailroom, which continues within a minute. A server that still reports is back with its next response.',
    params: Type.Object({ name: Type.String() }),
    query: Type.Object({
      rest: Type.Optional(
        Type.Boolean({
          description:
            'true only finishes what an earlier request began, if anything is left of it; a server that has the name by now stays',
        }),
      ),
    }),
    data: Type.Object({ responses: Count, more: Type.Boolean() }),
  },
} as const;
