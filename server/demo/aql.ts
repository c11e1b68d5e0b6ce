import { RECOVERABLE_CODES } from '../../shared/codes.ts';
import { defined } from '../../shared/collections/defined.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { invalidType, type Refusal } from '../../shared/refusal.ts';
import type { SeverityWord } from '../../shared/severity.ts';
import { DAY } from '../../shared/time/units.ts';
import type { DeprecatedType } from '../../shared/verdict.ts';

export interface AqlWarning {
  readonly code: string;
  readonly message: string;
  readonly severity: SeverityWord;
  readonly details: JsonObject;
}

export interface Success {
  readonly success: true;
  readonly data: unknown;
  readonly warnings?: readonly AqlWarning[];
  readonly [extra: string]: unknown;
}

export interface Failure {
  readonly success: false;
  readonly error: Refusal;
}

/** Returns a success envelope (ADR-006); `warnings` is omitted if there are none. */
export function success(
  data: unknown,
  warnings: readonly AqlWarning[] = [],
  extra: JsonObject = {},
): Success {
  return { success: true, data, ...(warnings.length > 0 ? { warnings } : {}), ...extra };
}

export function failure(error: Refusal): Failure {
  return { success: false, error };
}

/** Formats epoch ms as ISO 8601 in UTC with whole seconds. */
const iso = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** `isError` of the CallToolResult that carries this envelope (mcp-integration 4.1). */
export const isErrorOf = (envelope: Success | Failure) =>
  !envelope.success && !RECOVERABLE_CODES.has(envelope.error.code);

/** Errors of the registry (error-codes 4.1, 5.1), with the message of their template and required details. */
export const errors = {
  missingParam: (name: string, operation: string): Refusal => ({
    code: 'VALIDATION_MISSING_PARAM',
    message: `Missing required parameter '${name}'`,
    details: { param_name: name, operation },
  }),
  invalidType,
  unknownParam: (operation: string, unknown: readonly string[], valid: readonly string[]): Refusal => ({
    code: 'VALIDATION_UNKNOWN_PARAM',
    message: `Unknown parameter(s) for operation '${operation}': ${unknown.join(', ')}`,
    details: { operation, unknown_params: unknown, valid_params: valid },
  }),
  payloadTooLarge: (limit: number, actual: number): Refusal => ({
    code: 'VALIDATION_PAYLOAD_TOO_LARGE',
    message: `Payload exceeds size limit of ${limit}`,
    details: { limit_type: 'size', limit_value: limit, actual_value: actual, unit: 'bytes' },
  }),
  invalidEncoding: (): Refusal => ({
    code: 'VALIDATION_INVALID_ENCODING',
    message: 'Invalid character encoding in request',
    details: { expected: 'UTF-8' },
  }),
  unknownOperation: (operation: string): Refusal => ({
    code: 'NOT_FOUND_OPERATION',
    message: `Unknown operation: '${operation}'`,
    details: { operation },
  }),
  notFound: (type: string, id: string): Refusal => ({
    code: 'NOT_FOUND_RESOURCE',
    message: `Resource '${type}' not found: '${id}'`,
    details: { resource_type: type, resource_id: id },
  }),
  denied: (reason: string, operation: string): Refusal => ({
    code: 'PERMISSION_DENIED',
    message: `Permission denied: '${reason}'`,
    details: { operation, reason },
  }),
  trustLevel: (operation: string, required: string, actual: string): Refusal => ({
    code: 'PERMISSION_TRUST_LEVEL_INSUFFICIENT',
    message: `Operation '${operation}' requires trust level '${required}', adapter has '${actual}'`,
    details: { operation, required_trust: required, actual_trust: actual },
  }),
  dangerLevel: (operation: string, danger: string, trust: string, minimum: string): Refusal => ({
    code: 'PERMISSION_DANGER_LEVEL_DENIED',
    message: `Operation '${operation}' (danger: ${danger}) denied for adapter trust level '${trust}'`,
    details: { operation, danger_level: danger, adapter_trust: trust, minimum_trust_required: minimum },
  }),
  confirmationRequired: (operation: string, token: string, expiresAt: number): Refusal => ({
    code: 'CONFIRMATION_REQUIRED',
    message: 'This operation requires confirmation',
    details: {
      operation,
      danger_level: 'destructive',
      confirmation_token: token,
      expires_at: iso(expiresAt),
    },
  }),
  alreadyExists: (type: string, id: string): Refusal => ({
    code: 'CONFLICT_ALREADY_EXISTS',
    message: `Resource '${type}' already exists: '${id}'`,
    details: { resource_type: type, resource_id: id },
  }),
  versionMismatch: (id: string, expected: number, actual: number): Refusal => ({
    code: 'CONFLICT_VERSION_MISMATCH',
    message: `Resource '${id}' was changed since it was read`,
    details: { resource_id: id, expected_version: expected, actual_version: actual },
  }),
  rateLimited: (limit: number, window: string, at: number, retryAfterSeconds: number): Refusal => ({
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'API rate limit exceeded',
    details: {
      limit,
      remaining: 0,
      window,
      resets_at: iso(at + retryAfterSeconds * 1000),
      retry_after_seconds: retryAfterSeconds,
    },
  }),
  quotaPause: (metric: string, current: number, pause: number, token: string, at: number): Refusal => ({
    code: 'RATE_LIMIT_QUOTA_PAUSE',
    message: 'Quota pause threshold reached',
    details: {
      metric,
      current,
      pause_threshold: pause,
      confirmation_token: token,
      expires_at: iso(at + 5 * 60_000),
      retry_after_seconds: 60,
    },
  }),
  quotaExhausted: (
    metric: string,
    current: number,
    hardStop: number,
    at: number,
    resetsAt: number,
  ): Refusal => ({
    code: 'RATE_LIMIT_QUOTA_EXHAUSTED',
    message: 'Quota exhausted',
    details: {
      metric,
      current,
      hard_stop_threshold: hardStop,
      resets_at: iso(resetsAt),
      retry_after_seconds: Math.max(1, Math.ceil((resetsAt - at) / 1000)),
    },
  }),
  tokenInvalid: (token: string): Refusal => ({
    code: 'TOKEN_INVALID',
    message: 'Invalid confirmation token',
    details: { token },
  }),
  tokenExpired: (token: string, expiredAt: number, at: number): Refusal => ({
    code: 'TOKEN_EXPIRED',
    message: 'Confirmation token has expired',
    details: { token, expired_at: iso(expiredAt), current_time: iso(at) },
  }),
  tokenUsed: (token: string): Refusal => ({
    code: 'TOKEN_ALREADY_USED',
    message: 'Confirmation token has already been used',
    details: { token },
  }),
  tokenScope: (token: string, issuedFor: string, requested: string): Refusal => ({
    code: 'TOKEN_SCOPE_MISMATCH',
    message: 'Confirmation token scope mismatch',
    details: { token, token_operation: issuedFor, requested_operation: requested },
  }),
  internal: (description: string, details: JsonObject = {}): Refusal => ({
    code: 'INTERNAL_ERROR',
    message: `Internal error: '${description}'`,
    details: { reason: description, ...details },
  }),
};

export interface Quota {
  readonly metric: string;
  readonly warn: number;
  readonly pause: number;
  readonly hardStop: number;
  readonly currency?: string;
}

export interface Deprecated {
  readonly type: DeprecatedType;
  readonly item: string;
  readonly replacement?: string;
  /** Epoch ms; absent for a deprecation without a date. */
  readonly removal?: number;
  readonly guide?: string;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The four standard warnings (warnings.md 4), each with the severity recommended for its numbers. */
export const warnings = {
  /** Due from `warn` up to, not including, `pause`. */
  quota: (quota: Quota, current: number): AqlWarning => ({
    code: 'RATE_LIMIT_QUOTA_WARNING',
    message: 'Approaching quota limit',
    severity: current / quota.hardStop > 0.9 ? 'high' : 'medium',
    details: defined({
      metric: quota.metric,
      current,
      warn_threshold: quota.warn,
      pause_threshold: quota.pause,
      hard_stop_threshold: quota.hardStop,
      currency: quota.currency,
    }),
  }),
  deprecation(deprecated: Deprecated, at: number, occurrences = 1): AqlWarning {
    const { type, item, replacement, removal, guide } = deprecated;
    const date = removal === undefined ? undefined : new Date(removal).toISOString().slice(0, 10);
    const left = date === undefined ? undefined : Date.parse(date) - at;
    return {
      code: 'DEPRECATION_WARNING',
      message: `${capital(type)} '${item}' is deprecated`,
      severity: left === undefined ? 'low' : left <= 30 * DAY ? 'high' : 'medium',
      details: defined({
        type,
        deprecated_item: item,
        replacement,
        removal_date: date,
        migration_guide: guide,
        occurrence_count: occurrences === 1 ? undefined : occurrences,
      }),
    };
  },
  /** Due if `original` is above `limit`. */
  truncation: (field: string, original: number, limit: number): AqlWarning => ({
    code: 'VALIDATION_TRUNCATED_WARNING',
    message: `Response truncated to ${limit} items`,
    severity: (original - limit) / original > 0.5 ? 'medium' : 'low',
    details: { field, original_count: original, truncated_count: limit, limit },
  }),
  /** Due if `duration` is above `threshold`; both in ms. */
  slow(
    operation: string,
    duration: number,
    threshold: number,
    suggestions: readonly string[] = [],
  ): AqlWarning {
    const times = duration / threshold;
    return {
      code: 'PERFORMANCE_SLOW_QUERY_WARNING',
      message: `Operation took ${duration}ms (threshold: ${threshold}ms)`,
      severity: times > 10 ? 'high' : times >= 2 ? 'medium' : 'low',
      details: {
        operation,
        duration_ms: duration,
        threshold_ms: threshold,
        ...(suggestions.length === 0 ? {} : { suggestions }),
      },
    };
  },
};
