import type { JsonObject } from './json/value.ts';
import type { Severity } from './severity.ts';

/** Stored by position: add at the end only. */
export const DIALECTS = [
  'mcp-aql',
  'result',
  'error-flag',
  'success-flag',
  'jsonrpc-error',
  'plain',
] as const;
export type Dialect = (typeof DIALECTS)[number];

/** Stored by position: add at the end only. */
export const OUTCOMES = ['success', 'failure', 'unknown'] as const;
/** What a response claims about itself; a failure masked inside a claimed success is a violation, not another outcome. */
export type Outcome = (typeof OUTCOMES)[number];

/** Stored by position: add at the end only. */
export const CATEGORIES = [
  'validation',
  'not_found',
  'permission',
  'conflict',
  'rate_limit',
  'token',
  'schema',
  'internal',
  'unknown',
] as const;
/** Category of a failure's code (error-codes 3.2); `unknown` if no table knows the code. */
export type Category = (typeof CATEGORIES)[number];

/** Stored by position: add at the end only. */
export const WARNING_CLASSES = ['rate_limit', 'deprecation', 'validation', 'performance', 'other'] as const;
/** Class of a warning's code by its prefix (warnings.md 3.4). */
export type WarningClass = (typeof WARNING_CLASSES)[number];

export const DEPRECATED_TYPES = ['operation', 'parameter', 'feature'] as const;
/** What is deprecated: `type` of a deprecation warning's details (warnings.md 4.2). */
export type DeprecatedType = (typeof DEPRECATED_TYPES)[number];

/** Length at which a verdict cuts names and codes, since the evidence has the whole. UTF-16 units. */
export const LONGEST_NAME = 256;

/** Stored by position: add at the end only. */
export const LEVELS = ['must', 'should', 'info'] as const;
/** Strength of a rule. INFO is listed separately, does not fail a run by default and never lowers a score. */
export type Level = (typeof LEVELS)[number];

export const CARRIERS = ['structured', 'text', 'double', 'root', 'jsonrpc', 'bare', 'none'] as const;
/** Where the envelope is in the response. `bare`: no CallToolResult around it; `none`: no envelope found. */
export type Carrier = (typeof CARRIERS)[number];

export const DECIDED_BYS = ['pinned', 'tool', 'shape'] as const;
/** How the dialect was decided: pinned by the owner, by an MCP-AQL tool name, or by the response's shape. */
export type DecidedBy = (typeof DECIDED_BYS)[number];

export interface Violation {
  /** Id of the rule in the catalogue, such as `ENV-01`; never reused. */
  readonly rule: string;
  readonly level: Level;
  /** What the pointer is relative to: the envelope's root, or the JSON-RPC `result` (or `error`). */
  readonly in: 'envelope' | 'message';
  /** RFC 6901. A missing member is named where it would be; then its parent resolves. */
  readonly pointer: string;
  /** One sentence with the values that matter; never contains a secret. */
  readonly message: string;
  /** For a rule across responses: the earlier one that this contradicts, by its capture id in a verdict and by its stored id in an answer. */
  readonly earlier?: string;
}

/** Violations of one rule that a verdict has at most; a hostile response could break it millions of times. */
export const MOST_OF_A_RULE = 1_000;

/** How much of a quota is used, and its thresholds; null for what is not said. */
export interface QuotaReading {
  readonly metric: string;
  readonly current: number;
  readonly warn: number | null;
  readonly pause: number | null;
  readonly hard_stop: number | null;
  /** hard_stop if it is a number above 0, else warn / 0.8 */
  readonly quota: number | null;
  /** epoch ms; only a failure says it */
  readonly resets_at: number | null;
}

/** A standard warning's details, read and checked; numbers are as sent, long texts are shortened. */
export type WarningReading =
  | ({
      readonly kind: 'quota';
      readonly warn: number;
      readonly quota: number;
      /** current / quota */
      readonly ratio: number;
    } & Omit<QuotaReading, 'resets_at'>)
  | {
      readonly kind: 'deprecation';
      readonly type: DeprecatedType;
      readonly deprecated_item: string;
      readonly replacement: string | null;
      readonly removal_date: string | null;
      /** epoch ms, null where there is no valid date */
      readonly removal_at: number | null;
      readonly migration_guide: string | null;
    }
  | {
      readonly kind: 'truncation';
      readonly field: string;
      readonly original_count: number;
      readonly truncated_count: number;
      readonly limit: number;
      /** (original − truncated) / original, 0 to 1 */
      readonly lost: number;
    }
  | {
      readonly kind: 'slow';
      readonly operation: string;
      readonly duration_ms: number;
      readonly threshold_ms: number;
      /** duration / threshold */
      readonly times: number;
    };

export interface Warning {
  /** Position in the envelope's `warnings`. */
  readonly index: number;
  /** As sent where it is a non-empty string, else null. */
  readonly code: string | null;
  readonly class: WarningClass;
  readonly message: string | null;
  readonly severity: Severity;
  /** The severity member as sent, null where there is none. */
  readonly declared: unknown;
  /** True where `severity` is the default because none, or none that is valid, was declared. */
  readonly defaulted: boolean;
  /** How many times it happened: `occurrence_count` of the warning, else of its details, else (or if invalid) 1. */
  readonly occurrences: number;
  readonly details: JsonObject | null;
  /** Key of the condition it reports, the same for every response that reports it; null if its code or details do not say which. */
  readonly condition: string | null;
  /** Severity the specification recommends for its numbers (WRN-21); null where it recommends none. */
  readonly recommended: Severity | null;
  /** Null for a code that is not standard and for details that break WRN-20. */
  readonly reading: WarningReading | null;
}

/** All that one response says, and every rule it breaks. Made by judge(); ingestion adds what rules across responses find. */
export interface Verdict {
  readonly tool: string | null;
  /** From the MCP-AQL arguments, else the error's or a warning's details, else the tool's name. */
  readonly operation: string | null;
  readonly dialect: Dialect;
  readonly decided_by: DecidedBy;
  readonly carrier: Carrier;
  readonly outcome: Outcome;
  /** `error.code`, a Result's `error_type`, an error flag's `type`, a JSON-RPC code as text; null where there is none. */
  readonly code: string | null;
  /** Null unless the outcome is failure, or unknown with an error object. */
  readonly category: Category | null;
  /** The failure's message in the server's words; null if there is none. */
  readonly message: string | null;
  /** A claimed success that hides a failure (TRN-06, TRN-10). */
  readonly masked: boolean;
  /** `isError` of the CallToolResult as sent; null if it is absent or there is no CallToolResult. */
  readonly is_error: boolean | null;
  /** Whether this response alone proves its server's dialect. */
  readonly proven: boolean;
  /** `_meta.request_id` or `requestId`, else `details.request_id`. */
  readonly request_id: string | null;
  /** `details.http_status`, `status`, or "status code NNN" of the message. */
  readonly http_status: number | null;
  /** Duration the envelope itself claims (`_meta.duration_ms`), milliseconds. */
  readonly duration_ms: number | null;
  /** The quota that a failure says is paused or exhausted; null if it says none. */
  readonly quota: QuotaReading | null;
  readonly warnings: readonly Warning[];
  readonly violations: readonly Violation[];
  /** Members of a batch, in the order sent; their violations are among those above, with prefixed pointers. */
  readonly members: readonly MemberVerdict[];
}

/** The part of a verdict that a batch member has itself. */
export interface MemberVerdict
  extends Pick<
    Verdict,
    'operation' | 'outcome' | 'code' | 'category' | 'message' | 'masked' | 'quota' | 'warnings'
  > {
  /** `index` as sent if it is an integer within ±2^53, else its position. */
  readonly index: number;
  /** RFC 6901 prefix of its envelope: `/results/1/result`. */
  readonly pointer: string;
}
