import { type Static, Type } from 'typebox';
import { Nullable, Point, Time, Words } from './contract.ts';
import { FilterQuery } from './filter.ts';

const QUOTA_STATES = ['ok', 'warn', 'pause', 'hard_stop'] as const;

export const Quota = Type.Object({
  server: Type.String(),
  metric: Type.String(),
  /** Newest, as warned. */
  current: Type.Number(),
  warn: Type.Number(),
  pause: Nullable(Type.Number()),
  hard_stop: Nullable(Type.Number()),
  quota: Type.Number(),
  /** current / quota; may exceed 1. */
  share: Type.Number({ minimum: 0 }),
  state: Words(QUOTA_STATES),
  observed_at: Time,
  /** Growth per hour, from the readings since it last fell; null with fewer than two. */
  per_hour: Nullable(Type.Number()),
  /** When the trend reaches each threshold; null if it is passed or absent, or there is no growth. */
  warn_at: Nullable(Time),
  pause_at: Nullable(Time),
  hard_stop_at: Nullable(Time),
  /** End of the metric's window after the newest reading (minute, hour, day or month in UTC); null if its name implies none. */
  resets_at: Nullable(Time),
  /** Value the trend reaches at the reset. */
  expected: Nullable(Type.Number()),
  readings: Type.Array(Point),
});
export type Quota = Static<typeof Quota>;

export const Quotas = Type.Object({ items: Type.Array(Quota) });
export type Quotas = Static<typeof Quotas>;

export const quotasRoutes = {
  'GET /api/v1/quotas': {
    summary: 'List quotas by server and metric, fullest first: newest reading, share, forecast',
    query: FilterQuery,
    data: Quotas,
  },
} as const;
