import { Type } from 'typebox';
import type { MemberVerdict, Verdict, Violation, Warning } from '../verdict.ts';
import { CATEGORIES, DIALECTS, LEVELS, OUTCOMES, WARNING_CLASSES } from '../verdict.ts';
import { Nullable, Words } from './contract.ts';

export const ViolationSchema = Type.Unsafe<Violation>(
  Type.Object({
    rule: Type.String(),
    level: Words(LEVELS),
    in: Words(['envelope', 'message']),
    pointer: Type.String(),
    message: Type.String(),
    earlier: Type.Optional(
      Type.String({
        description: 'For a rule across responses: id of the earlier response, while it is stored',
      }),
    ),
  }),
);

export const WarningSchema = Type.Unsafe<Warning>(
  Type.Object({
    index: Type.Integer(),
    code: Nullable(Type.String()),
    class: Words(WARNING_CLASSES),
    message: Nullable(Type.String()),
    severity: Type.Integer({ minimum: 0, maximum: 2 }),
    declared: Type.Unknown(),
    defaulted: Type.Boolean(),
    occurrences: Type.Integer({ minimum: 1 }),
    details: Type.Unknown(),
    condition: Type.String(),
    recommended: Nullable(Type.Integer()),
    reading: Type.Unknown(),
  }),
);

export const MemberSchema = Type.Unsafe<MemberVerdict>(
  Type.Object({
    index: Type.Integer(),
    pointer: Type.String(),
    operation: Nullable(Type.String()),
    outcome: Words(OUTCOMES),
    code: Nullable(Type.String()),
    category: Nullable(Words(CATEGORIES)),
    message: Nullable(Type.String()),
    masked: Type.Boolean(),
    warnings: Type.Array(WarningSchema),
  }),
);

const Carried = Words(['structured', 'text', 'double', 'root', 'jsonrpc', 'bare', 'none']);

/** What one rule needs: where the envelope is, and where in it the rule is broken. */
export const BreachesSchema = Type.Object({ carrier: Carried, violations: Type.Array(ViolationSchema) });

export const VerdictSchema = Type.Unsafe<Verdict>(
  Type.Object({
    tool: Nullable(Type.String()),
    operation: Nullable(Type.String()),
    dialect: Words(DIALECTS),
    decided_by: Words(['pinned', 'tool', 'shape']),
    carrier: Carried,
    outcome: Words(OUTCOMES),
    code: Nullable(Type.String()),
    category: Nullable(Words(CATEGORIES)),
    message: Nullable(Type.String()),
    masked: Type.Boolean(),
    is_error: Nullable(Type.Boolean()),
    proven: Type.Boolean(),
    request_id: Nullable(Type.String()),
    http_status: Nullable(Type.Number()),
    duration_ms: Nullable(Type.Number()),
    warnings: Type.Array(WarningSchema),
    violations: Type.Array(ViolationSchema),
    members: Type.Array(MemberSchema),
  }),
);
