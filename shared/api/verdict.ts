import { Type } from 'typebox';
import {
  CARRIERS,
  CATEGORIES,
  DECIDED_BYS,
  DIALECTS,
  LEVELS,
  type MemberVerdict,
  OUTCOMES,
  type QuotaReading,
  type Verdict,
  type Violation,
  WARNING_CLASSES,
  type Warning,
} from '../verdict.ts';
import { described, Nullable, SeverityNumber, Words } from './contract.ts';

const ViolationSchema = Type.Unsafe<Violation>(
  Type.Object({
    rule: Type.String(),
    level: Words(LEVELS),
    in: described(
      Words(['envelope', 'message']),
      'What the pointer is relative to: the root of the envelope, or the JSON-RPC `result` (or `error`).',
    ),
    pointer: described(Type.String(), 'RFC 6901. A missing member is named where it would be.'),
    message: Type.String(),
    earlier: Type.Optional(
      Type.String({
        description: 'For a rule across responses: id of the earlier response, while it is stored',
      }),
    ),
  }),
);

const QuotaReadingSchema = Type.Unsafe<QuotaReading | null>(
  described(
    Nullable(
      Type.Object({
        metric: Type.String(),
        current: Type.Number(),
        warn: Nullable(Type.Number()),
        pause: Nullable(Type.Number()),
        hard_stop: Nullable(Type.Number()),
        quota: Nullable(Type.Number()),
        resets_at: described(Nullable(Type.Number()), 'Epoch ms.'),
      }),
    ),
    'The quota that the failure says is paused or exhausted; null if it says none.',
  ),
);

const WarningSchema = Type.Unsafe<Warning>(
  Type.Object({
    index: Type.Integer(),
    code: Nullable(Type.String()),
    class: Words(WARNING_CLASSES),
    message: Nullable(Type.String()),
    severity: described(SeverityNumber, '0 high, 1 medium, 2 low.'),
    declared: Type.Unknown({ description: 'The severity as sent; null if there is none.' }),
    defaulted: described(
      Type.Boolean(),
      'True if none, or none that is valid, was declared: then it is medium.',
    ),
    occurrences: Type.Integer({ minimum: 1, description: '`occurrence_count`, else 1.' }),
    details: Type.Unknown(),
    condition: described(
      Nullable(Type.String()),
      'The same for every response that reports the same condition; null if its code or details do not say which.',
    ),
    recommended: described(
      Nullable(SeverityNumber),
      'The severity that the specification recommends for its numbers; null if it recommends none.',
    ),
    reading: Type.Unknown({
      description:
        'Details of a standard code, read: of kind quota, deprecation, truncation or slow; else null.',
    }),
  }),
);

const MemberSchema = Type.Unsafe<MemberVerdict>(
  Type.Object({
    index: Type.Integer(),
    pointer: Type.String(),
    operation: Nullable(Type.String()),
    outcome: Words(OUTCOMES),
    code: Nullable(Type.String()),
    category: Nullable(Words(CATEGORIES)),
    message: Nullable(Type.String()),
    masked: Type.Boolean(),
    quota: QuotaReadingSchema,
    warnings: Type.Array(WarningSchema),
  }),
);

const CarrierSchema = described(
  Words(CARRIERS),
  'Where the envelope is in the response: `bare` without a CallToolResult around it, `none` if there is none.',
);

/** What one rule says about a response: where the envelope is, and where in it the rule is broken. */
export const RuleVerdictSchema = Type.Object({
  carrier: CarrierSchema,
  violations: Type.Array(ViolationSchema),
});

export const VerdictSchema = Type.Unsafe<Verdict>(
  Type.Object({
    tool: Nullable(Type.String()),
    operation: Nullable(Type.String()),
    dialect: Words(DIALECTS),
    decided_by: described(
      Words(DECIDED_BYS),
      'How the dialect was decided: pinned by the owner, by an MCP-AQL tool name, or by the shape.',
    ),
    carrier: CarrierSchema,
    outcome: Words(OUTCOMES),
    code: Nullable(Type.String()),
    category: Nullable(Words(CATEGORIES)),
    message: Nullable(Type.String()),
    masked: described(Type.Boolean(), 'A claimed success that hides a failure.'),
    is_error: described(Nullable(Type.Boolean()), '`isError` as sent.'),
    proven: described(
      Type.Boolean(),
      'Whether this response alone proves that its server speaks the dialect.',
    ),
    request_id: Nullable(Type.String()),
    http_status: Nullable(Type.Number()),
    duration_ms: Nullable(Type.Number()),
    quota: QuotaReadingSchema,
    warnings: Type.Array(WarningSchema),
    violations: Type.Array(ViolationSchema),
    members: Type.Array(MemberSchema),
  }),
);
