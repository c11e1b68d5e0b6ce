import { type Static, Type } from 'typebox';
import { DIALECTS, LEVELS } from '../verdict.ts';
import { Count, Nullable, Partial, Words } from './contract.ts';
import { FilterQuery } from './filter.ts';
import { BreachesSchema } from './verdict.ts';
import { ViolationRow } from './violations.ts';

export const RuleRow = Type.Object({
  id: Type.String(),
  /** As set by the configuration. */
  level: Words(LEVELS),
  off: Type.Boolean(),
  dialects: Type.Array(Words(DIALECTS)),
  scope: Words(['response', 'request+response', 'cross-response']),
  title: Type.String(),
  condition: Type.String(),
  source: Type.String(),
  in_seeds: Type.Boolean(),
  /** Violations and responses in the filter. */
  count: Count,
  responses: Count,
});
export type RuleRow = Static<typeof RuleRow>;

export const RuleExample = Type.Object({
  note: Type.Optional(Type.String()),
  /** A capture without its server; several in order for a rule across responses. */
  exchange: Type.Unknown(),
  /** What the rule says about each, in the same order; nothing about one that keeps it. */
  verdicts: Type.Array(BreachesSchema),
});

export const RuleDetail = Type.Interface([Partial, RuleRow], {
  reason: Type.String(),
  pointer: Type.String(),
  bad: Type.Array(RuleExample),
  good: Type.Array(RuleExample),
  /** Servers that break it, with the place and message of the newest violation in the filter; both null if `response` is. */
  offenders: Type.Array(
    Type.Interface([ViolationRow], { pointer: Nullable(Type.String()), message: Nullable(Type.String()) }),
  ),
});
export type RuleDetail = Static<typeof RuleDetail>;

export const Rules = Type.Interface([Partial], { catalogue: Type.Integer(), items: Type.Array(RuleRow) });
export type Rules = Static<typeof Rules>;

export const rulesRoutes = {
  'GET /api/v1/rules': {
    summary: 'List the rules with their counts in the filter',
    query: FilterQuery,
    data: Rules,
  },
  'GET /api/v1/rules/:id': {
    summary: 'Get one rule: clause, reason, examples, offenders',
    params: Type.Object({ id: Type.String() }),
    query: FilterQuery,
    data: RuleDetail,
  },
} as const;
