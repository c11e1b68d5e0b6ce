import { type Static, Type } from 'typebox';
import { GROUP_STATES } from '../group-state.ts';
import { CATEGORIES } from '../verdict.ts';
import {
  Count,
  Coverage,
  DurationPercentile,
  described,
  Nullable,
  Point,
  Share,
  Time,
  Words,
} from './contract.ts';
import { FilterQuery } from './filter.ts';
import { Bucket } from './series.ts';
import { ServerRow } from './servers.ts';

export const Totals = Type.Object({
  responses: Count,
  successes: Count,
  failures: Count,
  unknown: Count,
  warnings: described(Count, 'Weighted by `occurrence_count`, at or above the severity threshold.'),
  warned: described(Count, 'Responses with at least one such warning.'),
  must_violations: Count,
  broken: described(Count, 'Responses with at least one MUST violation.'),
  duration_p50: DurationPercentile,
  duration_p95: DurationPercentile,
  duration_p99: DurationPercentile,
  timed: described(Count, 'Responses with a known duration.'),
});
export type Totals = Static<typeof Totals>;

const CategoryRow = Type.Object({
  category: Words(CATEGORIES),
  name: Type.String(),
  count: Count,
  share: described(Share, 'Of the failures in the filter.'),
  guidance: described(Type.String(), 'What a client should do, in the words of the error model.'),
});

/** What is failing now, as figures for one sentence; null if nothing is. */
const Incident = Type.Object({
  server: Type.String(),
  group: Type.String(),
  code: Nullable(Type.String()),
  category: Words(CATEGORIES),
  operation: Nullable(Type.String()),
  state: described(
    Words(GROUP_STATES),
    'Of the group; a mute that ends by time has ended if it does so in the range.',
  ),
  since: described(
    Time,
    'Of its first failure, which may be before the range. If responses since then were removed, the start of the step of time in which its counts begin.',
  ),
  count: described(Count, 'Failures of the group since then.'),
  failures: described(
    Count,
    'All failures in the filter, since the start of the range or, if earlier, since then.',
  ),
  clients: described(Count, 'Number of clients that met the failure since then.'),
  all_clients: described(
    Nullable(Count),
    'All clients in the filter, of the same time as `failures`; null if not every response could be examined.',
  ),
  version: described(
    Nullable(Type.String()),
    'Server version of its first failure, if that was first seen after another one, and no longer before the failure than this has lasted; null if responses since then were removed.',
  ),
  first_response: described(
    Type.String(),
    'The first failure that is kept: a response or a member of a batch.',
  ),
});

export const Overview = Type.Interface([Coverage], {
  from: Time,
  to: Time,
  previous_from: Time,
  bucket_ms: Type.Integer({ minimum: 1 }),
  totals: Totals,
  previous: described(
    Nullable(Totals),
    'Of the previous period; null if that or this one could not be counted whole.',
  ),
  series: Type.Object({
    responses: Type.Array(Point),
    successes: Type.Array(Point),
    failures: Type.Array(Point),
    unknown: Type.Array(Point),
    warnings: Type.Array(Point),
    must_violations: Type.Array(Point),
    duration_p95: described(Type.Array(Point), 'Buckets without a timed response are omitted.'),
    categories: described(
      Type.Array(Type.Object({ key: Words(CATEGORIES), points: Type.Array(Point) })),
      'Failures by category; categories without failures are omitted.',
    ),
    previous_responses: described(
      Type.Array(Point),
      'The previous period, shifted onto the buckets of this one; those before anything was stored are omitted.',
    ),
    previous_failures: Type.Array(Point),
  }),
  categories: Type.Array(CategoryRow),
  servers: Type.Array(ServerRow),
  versions: described(
    Type.Array(Type.Object({ server: Type.String(), version: Type.String(), first_seen: Time })),
    'First sightings of a server version inside the range.',
  ),
  incident: Nullable(Incident),
});
export type Overview = Static<typeof Overview>;

const OverviewQuery = Type.Interface([FilterQuery], { bucket: Bucket });

export const overviewRoutes = {
  'GET /api/v1/overview': {
    summary: 'Get totals, totals of the previous period, series, categories and servers',
    query: OverviewQuery,
    data: Overview,
  },
} as const;
