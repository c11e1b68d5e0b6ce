import { type Static, Type } from 'typebox';
import { Coverage, described, Point, Time, Words } from './contract.ts';
import { FilterQuery } from './filter.ts';

export const METRICS = [
  'responses',
  'errors',
  'warnings',
  'violations',
  'duration_p50',
  'duration_p95',
  'duration_p99',
] as const;
export const GROUP_BYS = [
  'server',
  'operation',
  'client',
  'outcome',
  'category',
  'code',
  'class',
  'severity',
  'rule',
] as const;
const BUCKETS = ['auto', '1m', '5m', '1h', '1d'] as const;
export type BucketWidth = (typeof BUCKETS)[number];

export const Bucket = Type.Optional(
  described(
    Words(BUCKETS),
    'Width of a bucket. One that would make too many points, or is finer than what remains of the range, is widened; the answer has its width.',
  ),
);

/** Default number of series. */
export const SERIES_LIMIT = 12;

const SeriesQuery = Type.Interface([FilterQuery], {
  metric: described(Words(METRICS), 'Durations are in ms, and their percentiles within 2.5 %.'),
  group_by: Type.Optional(Words(GROUP_BYS)),
  bucket: Bucket,
  limit: Type.Optional(
    described(
      Type.Integer({ minimum: 1, maximum: 50, default: SERIES_LIMIT }),
      'Series beyond this number are summed up in one with the key `other`.',
    ),
  ),
});

export const Series = Type.Interface([Coverage], {
  from: Time,
  to: Time,
  bucket_ms: Type.Integer({ minimum: 1 }),
  series: Type.Array(
    Type.Object({
      key: described(
        Type.String(),
        "The group's value, `all` without group_by, `other` for the rest, `none` for what has none: a success has no category, a violation neither category nor code.",
      ),
      points: Type.Array(Point),
    }),
  ),
});
export type Series = Static<typeof Series>;

export const seriesRoutes = {
  'GET /api/v1/series': {
    summary: 'Get one metric over time, in total or by one dimension',
    description: 'Empty buckets are 0 for counts and omitted for durations.',
    query: SeriesQuery,
    data: Series,
  },
} as const;
