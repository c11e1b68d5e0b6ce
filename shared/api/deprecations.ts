import { type Static, Type } from 'typebox';
import { DEPRECATION_VERDICTS } from '../deprecation-verdict.ts';
import { DEPRECATED_TYPES } from '../verdict.ts';
import {
  Count,
  Coverage,
  described,
  Nullable,
  Point,
  SeverityNumber,
  Share,
  Sparkline,
  Time,
  Words,
} from './contract.ts';
import { FilterQuery } from './filter.ts';

export const DEPRECATION_FORMATS = ['csv'] as const;

/** Default number of days without use, but with traffic on the server, after which an item is safe to remove. */
export const DEPRECATION_WINDOW_DAYS = 30;

export const Deprecation = Type.Object({
  id: Type.String(),
  server: Type.String(),
  deprecated_item: Type.String(),
  type: Words(DEPRECATED_TYPES),
  replacement: Nullable(Type.String()),
  replacement_deprecated: described(Type.Boolean(), 'The replacement is itself deprecated on this server.'),
  migration_guide: Nullable(Type.String()),
  removal_date: described(Nullable(Type.String()), 'As sent.'),
  days_left: described(
    Nullable(Type.Integer()),
    'Calendar days until then, in UTC: 0 on the day, negative when past; null without a valid date.',
  ),
  count: described(Count, 'Uses in the filter, of any severity, weighted by `occurrence_count`.'),
  previous_count: described(
    Nullable(Count),
    'In the previous period; null if that or this one could not be counted whole.',
  ),
  responses: described(Count, 'Responses of the server in the filter.'),
  share: described(Share, '`count` of `responses`, at most 1: a response may use it several times.'),
  callers: described(Count, 'Number of clients in the filter; unidentified ones count as one.'),
  first_seen: Time,
  last_seen: Time,
  sparkline: Sparkline,
  verdict: Words(DEPRECATION_VERDICTS),
  evidence: described(Type.String(), "The verdict's evidence: one sentence with figures."),
  quiet_days: described(Count, 'Whole days since the last use.'),
  zero_at: described(
    Nullable(Time),
    'When use will reach zero at the current pace; null if it does not fall, or too slowly (ten years).',
  ),
});
export type Deprecation = Static<typeof Deprecation>;

const Caller = Type.Object({
  client: described(Nullable(Type.String()), 'Null for unidentified clients.'),
  version: Nullable(Type.String()),
  sessions: described(Count, 'Of the uses in the range that are kept and among the 5,000 newest.'),
  count: Count,
  previous_count: described(
    Nullable(Count),
    'In the previous period; null if that or this one could not be counted whole.',
  ),
  last_seen: Time,
  response: described(
    Nullable(Type.String()),
    'Id of the newest response that warned of its use; null if that is not among the 5,000 newest.',
  ),
});

export const DeprecationDetail = Type.Interface([Coverage, Type.Omit(Deprecation, ['callers'])], {
  from: Time,
  to: Time,
  bucket_ms: Type.Integer({ minimum: 1 }),
  burn_down: Type.Array(Type.Object({ client: Nullable(Type.String()), points: Type.Array(Point) })),
  callers: Type.Array(Caller),
  window_days: described(Count, 'What the verdict is based on.'),
  threshold: Count,
  severity: described(
    Nullable(SeverityNumber),
    'As the newest warning declares it; medium if it declares none.',
  ),
});
export type DeprecationDetail = Static<typeof DeprecationDetail>;

export const DeprecationQuery = Type.Interface([FilterQuery], {
  window_days: Type.Optional(
    described(
      Type.Integer({ minimum: 1, maximum: 365, default: DEPRECATION_WINDOW_DAYS }),
      'Days without use, but with traffic on the server, after which it is safe to remove.',
    ),
  ),
  threshold: Type.Optional(
    described(
      Type.Integer({ minimum: 0, default: 0 }),
      'Number of uses in the window that still count as none.',
    ),
  ),
});
export type DeprecationQuery = Static<typeof DeprecationQuery>;

export const Deprecations = Type.Interface([Coverage], {
  window_days: Count,
  threshold: Count,
  items: Type.Array(Deprecation),
  unreadable: described(
    Count,
    'Deprecation warnings in the filter, of any severity, whose details name no item, weighted by `occurrence_count`.',
  ),
});
export type Deprecations = Static<typeof Deprecations>;

export const deprecationsRoutes = {
  'GET /api/v1/deprecations': {
    summary: 'List deprecated items that warnings name: callers, trend, days left, verdict',
    query: Type.Interface([DeprecationQuery], { format: Type.Optional(Words(DEPRECATION_FORMATS)) }),
    data: Deprecations,
    also: ['text/csv'],
  },
  'GET /api/v1/deprecations/:id': {
    summary: 'Get one deprecated item: burn-down by client, callers',
    params: Type.Object({ id: Type.String() }),
    query: DeprecationQuery,
    data: DeprecationDetail,
  },
} as const;
