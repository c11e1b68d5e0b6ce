import { type Static, Type } from 'typebox';
import { DIALECTS, LEVELS } from '../verdict.ts';
import { Count, Coverage, described, Nullable, Words } from './contract.ts';
import { FilterQuery } from './filter.ts';
import { RuleVerdictSchema } from './verdict.ts';
import { ViolationRow } from './violations.ts';

export const RuleRow = Type.Object({
  id: Type.String(),
  level: described(Words(LEVELS), 'As set by the configuration.'),
  off: Type.Boolean(),
  dialects: Type.Array(Words(DIALECTS)),
  scope: Words(['response', 'request+response', 'cross-response']),
  title: Type.String(),
  condition: described(Type.String(), 'When it is broken.'),
  source: described(Type.String(), 'Its clause, with the document.'),
  in_seeds: described(
    Type.Boolean(),
    'Whether the clause is in the four documents that Mailroom started from.',
  ),
  count: described(Count, 'Violations in the filter.'),
  responses: described(Count, 'Responses in the filter that break it.'),
});
export type RuleRow = Static<typeof RuleRow>;

const RuleExample = Type.Object({
  note: Type.Optional(Type.String()),
  exchange: described(
    Type.Unknown(),
    'A capture without its server; several in order for a rule across responses.',
  ),
  verdicts: described(
    Type.Array(RuleVerdictSchema),
    'What the rule says about each, in the same order; nothing about one that keeps it.',
  ),
});

export const RuleDetail = Type.Interface([Coverage, RuleRow], {
  reason: described(Type.String(), 'Why that matters to a client or a model.'),
  pointer: described(Type.String(), 'The place it reports, with `N` for an index and `<…>` for a name.'),
  bad: Type.Array(RuleExample),
  good: Type.Array(RuleExample),
  offenders: Type.Array(
    Type.Interface([ViolationRow], { pointer: Nullable(Type.String()), message: Nullable(Type.String()) }),
    {
      description:
        'Servers that break it, with the place and message of the newest violation in the filter; both null if `response` is.',
    },
  ),
});
export type RuleDetail = Static<typeof RuleDetail>;

const Rules = Type.Interface([Coverage], { catalogue: Type.Integer(), items: Type.Array(RuleRow) });

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
