import { CATEGORIES, type Category, DEPRECATED_TYPES, type WarningClass } from './verdict.ts';

/** A registered error code (error-codes 4.1, 5.1). */
export interface ErrorCode {
  readonly code: string;
  readonly category: Category;
  /** Message formats; `{…}` stands for any text. */
  readonly templates: readonly string[];
  /** Keys that `details` must have when it is present. */
  readonly details: readonly string[];
}

/** Type of a key in a standard warning's details (warnings.md 4.1–4.4). */
export type DetailType = 'string' | 'number' | 'deprecated type';

/** A standard warning code (warnings.md 4). */
export interface WarningCode {
  readonly code: string;
  readonly kind: 'quota' | 'deprecation' | 'truncation' | 'slow';
  readonly details: Readonly<Record<string, DetailType>>;
  /** Keys of the details that tell its conditions apart. */
  readonly condition: readonly string[];
}

interface CategoryInfo {
  readonly name: string;
  /** What a client should do (error model, client handling guidance). */
  readonly guidance: string;
}

export const CATEGORY_INFO: Readonly<Record<Category, CategoryInfo>> = {
  validation: { name: 'Validation', guidance: 'repair the request' },
  not_found: { name: 'Not Found', guidance: 'stop, or ask the user to choose another target' },
  permission: { name: 'Permission', guidance: 'request credentials or confirmation' },
  conflict: { name: 'Conflict', guidance: 'read the current state, then retry' },
  rate_limit: { name: 'Rate Limit', guidance: 'wait, then retry' },
  token: { name: 'Token', guidance: 'ask for a new confirmation' },
  schema: { name: 'Schema', guidance: "fix the adapter's schema" },
  internal: {
    name: 'Internal',
    guidance: 'surface a server-side fault and preserve the request context',
  },
  unknown: { name: 'Unknown', guidance: 'treat the unknown code as a server-side fault' },
};

/** Prefixes of the registry, such as `VALIDATION_`; no code can name `unknown`. */
export const REGISTERED_PREFIXES: ReadonlyMap<string, Category> = new Map(
  CATEGORIES.filter((category) => category !== 'unknown').map((category) => [
    `${category.toUpperCase()}_`,
    category,
  ]),
);

export const UNREGISTERED_PREFIXES: ReadonlyMap<string, Category> = new Map([
  ['CONFIRMATION_', 'permission'],
  ['AUTH_', 'permission'],
  ['AUTHENTICATION_', 'permission'],
  ['TRANSPORT_', 'internal'],
  ['SERIALIZATION_', 'internal'],
  ['PROTOCOL_', 'internal'],
  ['PLUGIN_', 'internal'],
  ['BATCH_', 'validation'],
  ['INTROSPECTION_', 'validation'],
]);

export const UNREGISTERED_CODES: ReadonlyMap<string, Category> = new Map([
  ['FORBIDDEN', 'permission'],
  ['UNAUTHORIZED', 'permission'],
  ['NOT_FOUND', 'not_found'],
  ['UNKNOWN_OPERATION', 'not_found'],
  ['UNKNOWN_TYPE', 'not_found'],
  ['SCHEMA_NOT_FOUND', 'not_found'],
  ['NOT_IMPLEMENTED', 'not_found'],
  ['INVALID_QUERY_TYPE', 'validation'],
  ['EXECUTION_ERROR', 'internal'],
  ['API_ERROR', 'internal'],
  ['SERVER_ERROR', 'internal'],
  ['REQUEST_ERROR', 'internal'],
  ['HANDLER_ERROR', 'internal'],
  ['UPSTREAM_TOOL_ERROR', 'internal'],
  ['UPSTREAM_ERROR', 'internal'],
  ['RATE_LIMIT_ERROR', 'rate_limit'],
]);

const ERROR_CODE_LIST: readonly ErrorCode[] = [
  {
    code: 'VALIDATION_MISSING_PARAM',
    category: 'validation',
    templates: ["Missing required parameter '{param_name}'"],
    details: ['param_name'],
  },
  {
    code: 'VALIDATION_INVALID_TYPE',
    category: 'validation',
    templates: ["Parameter '{param_name}' expected '{expected_type}', got '{actual_type}'"],
    details: ['param_name', 'expected_type', 'actual_type'],
  },
  {
    code: 'VALIDATION_UNKNOWN_PARAM',
    category: 'validation',
    templates: [
      "Unknown parameter(s) for operation '{operation}': {param_list}",
      "Unknown parameter '{name}' for operation '{operation}'",
      "Unknown parameter '{name}' for operation '{operation}' (and {others})",
    ],
    details: ['operation', 'unknown_params', 'valid_params'],
  },
  {
    code: 'VALIDATION_INVALID_ENCODING',
    category: 'validation',
    templates: ['Invalid character encoding in request'],
    details: [],
  },
  {
    code: 'VALIDATION_PAYLOAD_TOO_LARGE',
    category: 'validation',
    templates: ['Payload exceeds {limit_type} limit of {limit_value}'],
    details: ['limit_type', 'limit_value', 'actual_value', 'unit'],
  },
  {
    code: 'NOT_FOUND_OPERATION',
    category: 'not_found',
    templates: ["Unknown operation: '{operation_name}'"],
    details: ['operation'],
  },
  {
    code: 'NOT_FOUND_RESOURCE',
    category: 'not_found',
    templates: ["Resource '{resource_type}' not found: '{resource_id}'"],
    details: [],
  },
  {
    code: 'PERMISSION_DENIED',
    category: 'permission',
    templates: ["Permission denied: '{reason}'"],
    details: [],
  },
  {
    code: 'INTERNAL_ERROR',
    category: 'internal',
    templates: ["Internal error: '{description}'"],
    details: [],
  },
  {
    code: 'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
    category: 'permission',
    templates: [
      "Operation '{operation}' requires trust level '{required_trust}', adapter has '{actual_trust}'",
    ],
    details: ['operation', 'required_trust', 'actual_trust'],
  },
  {
    code: 'PERMISSION_DANGER_LEVEL_DENIED',
    category: 'permission',
    templates: [
      "Operation '{operation}' (danger: {danger_level}) denied for adapter trust level '{adapter_trust}'",
    ],
    details: ['operation', 'danger_level', 'adapter_trust', 'minimum_trust_required'],
  },
  {
    code: 'CONFIRMATION_REQUIRED',
    category: 'permission',
    templates: ['This operation requires confirmation'],
    details: [],
  },
  {
    code: 'RATE_LIMIT_EXCEEDED',
    category: 'rate_limit',
    templates: ['API rate limit exceeded', 'API rate limit would be exceeded'],
    details: ['limit', 'remaining', 'window', 'resets_at', 'retry_after_seconds'],
  },
  {
    code: 'RATE_LIMIT_QUOTA_PAUSE',
    category: 'rate_limit',
    templates: ['Quota pause threshold reached'],
    details: ['metric', 'current', 'pause_threshold', 'confirmation_token', 'expires_at'],
  },
  {
    code: 'RATE_LIMIT_QUOTA_EXHAUSTED',
    category: 'rate_limit',
    templates: ['Quota exhausted'],
    details: ['metric', 'current', 'hard_stop_threshold', 'resets_at'],
  },
  {
    code: 'TOKEN_INVALID',
    category: 'token',
    templates: ['Invalid confirmation token'],
    details: ['token'],
  },
  {
    code: 'TOKEN_EXPIRED',
    category: 'token',
    templates: ['Confirmation token has expired'],
    details: ['token', 'expired_at', 'current_time'],
  },
  {
    code: 'TOKEN_ALREADY_USED',
    category: 'token',
    templates: ['Confirmation token has already been used'],
    details: ['token'],
  },
  {
    code: 'TOKEN_SCOPE_MISMATCH',
    category: 'token',
    templates: ['Confirmation token scope mismatch'],
    details: ['token', 'token_operation', 'requested_operation'],
  },
];

/** The registry of error codes. */
export const ERROR_CODES: ReadonlyMap<string, ErrorCode> = new Map(
  ERROR_CODE_LIST.map((entry) => [entry.code, entry]),
);

/** Codes of failures that a caller can recover from: `isError` is false for them (mcp-integration 4.1.2, 4.1.3). */
export const RECOVERABLE_CODES: ReadonlySet<string> = new Set([
  'NOT_FOUND_RESOURCE',
  'NOT_FOUND_OPERATION',
  'VALIDATION_MISSING_PARAM',
  'VALIDATION_INVALID_TYPE',
  'VALIDATION_INVALID_VALUE',
  'PERMISSION_DENIED',
  'RATE_LIMIT_EXCEEDED',
  'RATE_LIMIT_QUOTA_PAUSE',
  'CONFIRMATION_REQUIRED',
]);

/** Sets of codes that servers use for one condition. */
export const SYNONYMS: readonly (readonly string[])[] = [
  ['NOT_FOUND_OPERATION', 'UNKNOWN_OPERATION', 'VALIDATION_UNKNOWN_OPERATION'],
  ['VALIDATION_ENDPOINT_MISMATCH', 'VALIDATION_WRONG_ENDPOINT'],
  ['CONFLICT_EXISTS', 'CONFLICT_ALREADY_EXISTS'],
  ['CONFIRMATION_REJECTED', 'TOKEN_INVALID'],
  ['RATE_LIMIT_ERROR', 'RATE_LIMIT_EXCEEDED'],
  ['VALIDATION_ERROR', 'VALIDATION_FAILED'],
];

const WARNING_CODE_LIST: readonly WarningCode[] = [
  {
    code: 'RATE_LIMIT_QUOTA_WARNING',
    kind: 'quota',
    details: { metric: 'string', current: 'number', warn_threshold: 'number' },
    condition: ['metric'],
  },
  {
    code: 'DEPRECATION_WARNING',
    kind: 'deprecation',
    details: { type: 'deprecated type', deprecated_item: 'string' },
    condition: ['type', 'deprecated_item'],
  },
  {
    code: 'VALIDATION_TRUNCATED_WARNING',
    kind: 'truncation',
    details: { field: 'string', original_count: 'number', truncated_count: 'number', limit: 'number' },
    condition: ['field'],
  },
  {
    code: 'PERFORMANCE_SLOW_QUERY_WARNING',
    kind: 'slow',
    details: { operation: 'string', duration_ms: 'number', threshold_ms: 'number' },
    condition: ['operation'],
  },
];

/** The four standard warning codes. */
export const WARNING_CODES: ReadonlyMap<string, WarningCode> = new Map(
  WARNING_CODE_LIST.map((entry) => [entry.code, entry]),
);

/** Classes of warning codes by prefix (warnings.md 3.4). */
export const WARNING_PREFIXES: readonly (readonly [prefix: string, kind: WarningClass])[] = [
  ['RATE_LIMIT_', 'rate_limit'],
  ['DEPRECATION_', 'deprecation'],
  ['VALIDATION_', 'validation'],
  ['PERFORMANCE_', 'performance'],
];

/** Whether a value is what a standard warning's details must hold under a key (WRN-20). */
export function isDetail(value: unknown, type: DetailType): boolean {
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return type === 'string'
    ? typeof value === 'string'
    : (DEPRECATED_TYPES as readonly unknown[]).includes(value);
}

/** `error_type` values of the Result dialect (mcp-guide, result_constants.py) and their categories. */
export const RESULT_ERROR_TYPES: ReadonlyMap<string, Category> = new Map([
  ['cache_failure', 'internal'],
  ['config_read_error', 'internal'],
  ['config_write_error', 'internal'],
  ['context_error', 'internal'],
  ['file_error', 'internal'],
  ['file_read_error', 'internal'],
  ['invalid_name', 'validation'],
  ['no_project', 'validation'],
  ['not_found', 'not_found'],
  ['project_error', 'internal'],
  ['project_load_error', 'internal'],
  ['render_error', 'internal'],
  ['safeguard_prevented', 'permission'],
  ['save_error', 'internal'],
  ['security_error', 'permission'],
  ['template_error', 'internal'],
  ['unexpected_error', 'internal'],
  ['unknown', 'internal'],
  ['validation_error', 'validation'],
]);
