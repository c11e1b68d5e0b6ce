import { isObject, parseJson } from '../../../../shared/json/value.ts';
import type { Verdict } from '../../../../shared/verdict.ts';
import { NO_PAYLOAD } from './blocks.ts';

/** What a row and its dictionaries hold of a verdict. */
export type PlainVerdict = Omit<
  Verdict,
  'request_id' | 'http_status' | 'duration_ms' | 'quota' | 'warnings' | 'violations' | 'members'
>;

const NOTHING_MORE = {
  request_id: null,
  http_status: null,
  duration_ms: null,
  quota: null,
  warnings: [],
  violations: [],
} as const;

/**
 * The part of a verdict that its row does not hold, as JSON; empty if there is none. If there is any, what
 * the row holds truncated or shared (message, code, operation) is in it in full.
 */
export function packVerdict(verdict: Verdict): Uint8Array {
  const { request_id, http_status, duration_ms, quota, warnings, violations, members } = verdict;
  const foundNothing = warnings.length + violations.length + members.length === 0;
  const saidNothing = request_id === null && http_status === null && duration_ms === null;
  if (verdict.outcome === 'success' && foundNothing && saidNothing) return NO_PAYLOAD.verdict;
  const { message, code, operation } = verdict;
  const some = <T>(list: readonly T[]) => (list.length > 0 ? list : undefined);
  return Buffer.from(
    JSON.stringify({
      warnings: some(warnings),
      violations: some(violations),
      members: some(members),
      request_id: request_id ?? undefined,
      http_status: http_status ?? undefined,
      duration_ms: duration_ms ?? undefined,
      quota: quota ?? undefined,
      message,
      code,
      operation,
    }),
  );
}

/** Restores a whole verdict. */
export function unpackVerdict(plain: PlainVerdict, rest: Uint8Array): Verdict {
  const more = rest.byteLength === 0 ? {} : parseJson(Buffer.from(rest).toString('utf8'));
  // Written by packVerdict, so its members have a verdict's types.
  const { members = [], ...others } = isObject(more) ? (more as Partial<Verdict>) : {};
  return {
    ...plain,
    ...NOTHING_MORE,
    ...others,
    // Before the fifth schema they had no quota.
    members: members.map((member) => ({ ...member, quota: member.quota ?? null })),
  };
}
