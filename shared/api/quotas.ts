import { type Static, Type } from 'typebox';
import { described, Nullable, Point, Time, Words } from './contract.ts';
import { FilterQuery } from './filter.ts';

const QUOTA_STATES = ['ok', 'warn', 'pause', 'hard_stop'] as const;

export const Quota = Type.Object({
  server: Type.String(),
  metric: Type.String(),
  current: described(
    Type.Number(),
    'Newest, as said by a warning, or by a failure because the quota is paused or exhausted.',
  ),
  warn: described(
    Nullable(Type.Number()),
    'Of a failure, this and the other thresholds that it does not say are those said last; null if nothing in the range says it.',
  ),
  pause: Nullable(Type.Number()),
  hard_stop: Nullable(Type.Number()),
  quota: Type.Number(),
  share: described(Type.Number({ minimum: 0 }), 'current / quota; may exceed 1.'),
  state: Words(QUOTA_STATES),
  observed_at: Time,
  per_hour: described(
    Nullable(Type.Number()),
    'Growth per hour, from the readings since its window began and it last fell; null with fewer than two, and beyond the largest number.',
  ),
  warn_at: described(
    Nullable(Time),
    'When the trend reaches `warn`; null if it is passed or absent, there is no growth, or that is after the reset or ten years away.',
  ),
  pause_at: described(Nullable(Time), 'When the trend reaches `pause`, likewise.'),
  hard_stop_at: described(Nullable(Time), 'When the trend reaches `hard_stop`, likewise.'),
  resets_at: described(
    Nullable(Time),
    "As said by a failure, else the end of the metric's window after the newest reading (minute, hour, day or month in UTC); null if its name implies none.",
  ),
  expected: described(Nullable(Type.Number()), 'Value the trend reaches at the reset.'),
  readings: described(
    Type.Array(Point),
    'Each with its own time, at most 300: the newest of every ten seconds, or of longer times if they are older or too many.',
  ),
});
export type Quota = Static<typeof Quota>;

export const Quotas = Type.Object({
  items: Type.Array(Quota, {
    description: 'Of whole servers: only the range and the servers of the filter select.',
  }),
});
export type Quotas = Static<typeof Quotas>;

export const quotasRoutes = {
  'GET /api/v1/quotas': {
    summary: 'List quotas by server and metric, fullest first: newest reading, share, forecast',
    query: FilterQuery,
    data: Quotas,
  },
} as const;
