import { type Static, Type } from 'typebox';
import { LEVELS } from '../verdict.ts';
import { Count, Coverage, described, Nullable, Sparkline, Time, Words } from './contract.ts';
import { FilterQuery } from './filter.ts';

export const ViolationRow = Type.Object({
  rule: Type.String(),
  title: Type.String(),
  level: Words(LEVELS),
  server: Type.String(),
  proven: described(
    Type.Boolean(),
    'False if the server is not proven to speak the dialect; then it is listed separately and does not count in a score.',
  ),
  count: Count,
  responses: Count,
  first_seen: described(Time, 'Ever, whatever the range.'),
  last_seen: Time,
  since_version: Nullable(Type.String()),
  operations: described(
    Type.Array(Type.Object({ operation: Nullable(Type.String()), count: Count }), { maxItems: 10 }),
    'Operations in which it is broken, most violations first, at most ten; null for none.',
  ),
  sparkline: Sparkline,
  response: described(
    Nullable(Type.String()),
    'Newest response in the filter that breaks it; null if it is no longer kept, or none of those examined is in the filter.',
  ),
});
export type ViolationRow = Static<typeof ViolationRow>;

export const Violations = Type.Interface([Coverage], {
  must: Count,
  should: Count,
  info: Count,
  items: Type.Array(ViolationRow),
});
export type Violations = Static<typeof Violations>;

export const violationsRoutes = {
  'GET /api/v1/violations': {
    summary: 'List violations by rule and server',
    query: FilterQuery,
    data: Violations,
  },
} as const;
