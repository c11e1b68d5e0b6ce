import { type Static, Type } from 'typebox';
import { WARNING_CLASSES } from '../verdict.ts';
import { Count, Coverage, described, InPart, Nullable, Share, Sparkline, Time, Words } from './contract.ts';
import { FilterQuery } from './filter.ts';

/** Counts by severity: 0 high, 1 medium, 2 low. */
const BySeverity = Type.Object({ '0': Count, '1': Count, '2': Count });

const WarningRow = Type.Object({
  code: Nullable(Type.String()),
  class: Words(WARNING_CLASSES),
  standard: Type.Boolean(),
  count: described(Count, 'Weighted by `occurrence_count`, at or above the threshold.'),
  share: Share,
  by_severity: described(BySeverity, 'Weighted, regardless of the threshold.'),
  defaulted: described(Count, 'Weighted; only those with the default severity.'),
  responses: Count,
  servers: Count,
  first_seen: described(Time, 'Ever, whatever the range.'),
  last_seen: Time,
  sparkline: Sparkline,
});

const SlowOperation = Type.Object({
  server: Type.String(),
  operation: Type.String(),
  count: Count,
  duration_ms: Type.Number(),
  threshold_ms: Type.Number(),
  times: described(Type.Number(), 'Duration / threshold of the newest.'),
  worst_times: Type.Number(),
  last_seen: Time,
  response: Type.String(),
});

const Truncation = Type.Object({
  server: Type.String(),
  operation: Nullable(Type.String()),
  field: Type.String(),
  count: Count,
  original_count: Type.Number(),
  truncated_count: Type.Number(),
  lost: described(Share, 'Of the newest.'),
  worst_lost: Share,
  last_seen: Time,
  response: Type.String(),
});

export const Warnings = Type.Interface([Coverage], {
  in_part: InPart,
  total: Count,
  by_severity: BySeverity,
  defaulted: Count,
  responses: described(
    Count,
    'Responses with one; where the filter has codes, counted once for each code that they have.',
  ),
  codes: Type.Array(WarningRow, {
    description:
      'Warnings of batch members count for their batch, under its operation, unless it reports the same condition itself.',
  }),
  slow: Type.Array(SlowOperation, { description: 'At all severities, whatever the threshold.' }),
  truncations: Type.Array(Truncation, { description: 'At all severities, whatever the threshold.' }),
});
export type Warnings = Static<typeof Warnings>;

export const warningsRoutes = {
  'GET /api/v1/warnings': {
    summary: 'List warnings by code and severity, slow operations and truncations',
    query: FilterQuery,
    data: Warnings,
  },
} as const;
