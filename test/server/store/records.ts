import type { CaptureFacts, ResponseRecord } from '../../../server/store/store.ts';
import { readCapture, toExchange } from '../../../shared/capture.ts';
import { groupsOf } from '../../../shared/fingerprint.ts';
import { inspect } from '../../../shared/inspect.ts';

/** A moment that all tests count from; it lies on no boundary. */
export const NOW = Date.UTC(2026, 10, 21, 13, 42, 7, 311);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Given {
  readonly at?: number;
  readonly receivedAt?: number;
  readonly response?: unknown;
  readonly [member: string]: unknown;
}

const OK = { success: true, data: null };

/** A record as the judge would make it of a capture: of a success of `shop` unless something else is given. */
export function record({ at = NOW - MINUTE, receivedAt = at, ...given }: Given = {}): ResponseRecord {
  const value = { server: 'shop', tool: 'mcp_aql_read', operation: 'list', response: OK, ...given };
  const { capture, errors } = readCapture(value);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  const verdict = inspect(toExchange({ ...capture, observed_at: at }));
  const { response: _, operation: __, params: ___, tool_listed: ____, ...facts } = capture;
  return {
    facts: { ...facts, observed_at: at, received_at: receivedAt } satisfies CaptureFacts,
    payload: Buffer.from(JSON.stringify(value)),
    redacted: 0,
    catalogue: 7,
    verdict,
    groups: groupsOf(capture.server, verdict),
  };
}

export function failure(code: string, message = 'It did not work', details?: object) {
  return { success: false, error: { code, message, ...(details && { details }) } };
}

export function warned(...warnings: readonly object[]) {
  return { ...OK, warnings };
}

export function deprecated(item: string, more: object = {}) {
  return {
    code: 'DEPRECATION_WARNING',
    message: `Operation '${item}' is deprecated`,
    severity: 'medium',
    details: { type: 'operation', deprecated_item: item, replacement: `new_${item}`, ...more },
  };
}

export function quota(metric: string, current: number) {
  return {
    code: 'RATE_LIMIT_QUOTA_WARNING',
    message: 'Quota',
    severity: 'medium',
    details: { metric, current, warn_threshold: 800, pause_threshold: 900, hard_stop_threshold: 1000 },
  };
}

export function batch(...results: readonly { operation: string; result: unknown }[]) {
  return {
    success: true,
    data: null,
    results: results.map((result, index) => ({ index, ...result })),
    summary: { total: results.length, succeeded: 0, failed: 0 },
  };
}
