import type { CaptureFacts, ResponseRecord } from '../../../server/store/record.ts';
import { readCapture } from '../../../shared/capture.ts';
import { groupsOf } from '../../../shared/fingerprint.ts';
import { inspect } from '../../../shared/inspect.ts';

/** The present of all tests, which is on no boundary. */
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

/** Returns a record as the judge makes it from a capture; by default a success of `shop`. */
export function record({ at = NOW - MINUTE, receivedAt = at, ...given }: Given = {}): ResponseRecord {
  const value = { server: 'shop', tool: 'mcp_aql_read', operation: 'list', response: OK, ...given };
  const { capture, errors } = readCapture(value);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  const verdict = inspect({ ...capture, observed_at: at });
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

/** Returns the same record at another time. */
export function seenAt(at: number, one: ResponseRecord): ResponseRecord {
  return { ...one, facts: { ...one.facts, observed_at: at } };
}

/** Returns a response per time, of one client and operation: by turns a slow deprecated use and a failure. */
export function usesAndFailures(times: readonly number[]): readonly ResponseRecord[] {
  const slow = {
    code: 'PERFORMANCE_SLOW_QUERY_WARNING',
    message: 'Operation took 2000ms (threshold: 1000ms)',
    severity: 'medium',
    details: { operation: 'pay', duration_ms: 2000, threshold_ms: 1000 },
  };
  const given = { client: 'ide', operation: 'pay' };
  const used = record({ ...given, response: warned(slow, deprecated('old')) });
  const failed = record({ ...given, response: failure('INTERNAL_ERROR', 'Operation failed') });
  return times.map((at, n) => seenAt(at, n % 2 === 0 ? used : failed));
}

/** Returns 10,500 responses to one client, and later an error to each of 12 others. */
export function incidentAfterMany(): readonly ResponseRecord[] {
  const one = record({ operation: 'pay', client: 'ide' });
  const earlier = Array.from({ length: 10_500 }, (_, n) => seenAt(NOW - HOUR - n * SECOND, one));
  const response = failure('INTERNAL_ERROR');
  const bad = Array.from({ length: 12 }, (_, n) =>
    record({ at: NOW - n * SECOND - 1, operation: 'pay', client: `c${n}`, response }),
  );
  return [...earlier, ...bad];
}

export function batch(...results: readonly { operation?: string; result: unknown }[]) {
  return {
    success: true,
    data: null,
    results: results.map((result, index) => ({ index, ...result })),
    summary: { total: results.length, succeeded: 0, failed: 0 },
  };
}
