import type { ResponseRecord } from '../../../../server/store/record.ts';
import { batch, deprecated, failure, NOW, quota, record, warned } from '../records.ts';

/** What a response is made from: few enough members to be read when a test fails. */
export interface Said {
  /** Index in {@link KINDS}, modulo its length. */
  readonly kind: number;
  /** Varies the response. */
  readonly n: number;
  /** Epoch ms. */
  readonly at: number;
  readonly isLate: boolean;
  readonly server: string;
  readonly given: {
    readonly id?: string | undefined;
    readonly operation?: string | undefined;
    readonly client?: string;
    readonly client_version?: string;
    readonly server_version?: string;
    readonly session?: string;
    readonly duration_ms?: number;
  };
}

const slow = (ms: number, operation: string) => ({
  code: 'PERFORMANCE_SLOW_QUERY_WARNING',
  message: `Operation took ${ms}ms (threshold: 1000ms)`,
  severity: 'low',
  details: { operation, duration_ms: ms, threshold_ms: 1000 },
});
const cut = (field: string, left: number) => ({
  code: 'VALIDATION_TRUNCATED_WARNING',
  message: 'cut',
  details: { field, original_count: 100, truncated_count: left, limit: left },
});
const METRICS = [
  'requests_per_minute',
  'requests_per_hour',
  'requests_per_day',
  'tokens_per_month',
  'tokens',
];
const used = (n: number) => {
  const one = quota(METRICS[n % METRICS.length] ?? '', n < 5 ? 2 - n : 780 + 2 * n);
  const { metric, current, warn_threshold } = one.details;
  const others = [
    { metric, current, warn_threshold },
    { metric, current, warn_threshold: 0, pause_threshold: 900 },
    { ...one.details, hard_stop_threshold: 0 },
  ];
  return { ...one, details: others[n % 7] ?? one.details };
};
/** A failure because a quota is paused or exhausted, with or without the threshold that it must name. */
const stopped = (n: number) => {
  const metric = METRICS[n % METRICS.length] ?? '';
  const details = [
    { metric, current: 1000 + n, hard_stop_threshold: 1000, resets_at: '2026-11-22T00:00:00Z' },
    { metric, current: 950 + n, pause_threshold: 950 },
    { metric, current: 1000 },
    { metric, current: 950, pause_threshold: 950, warn_threshold: 800 },
  ][n % 4];
  const code = either(n, 'RATE_LIMIT_QUOTA_EXHAUSTED', 'RATE_LIMIT_QUOTA_PAUSE');
  return failure(code, 'Quota exhausted', details);
};
const removedOn = (n: number) => ({ removal_date: `2026-1${n % 3}-21` });
const prose = (text: string, isError: boolean) => ({ content: [{ type: 'text', text }], isError });
const either = (n: number, one: string, other: string) => (n % 2 === 0 ? one : other);

/** One of each kind of response that is counted somewhere. */
export const KINDS: readonly ((n: number) => object)[] = [
  (n) => ({ response: { success: true, data: n } }),
  () => ({ response: { success: true } }),
  (n) => ({ response: failure('INTERNAL_ERROR', `boom ${n}`) }),
  (n) => ({ response: failure('NOT_FOUND_RESOURCE', either(n, 'gone', 'Disk full')) }),
  (n) => ({ response: failure(either(n, 'VALIDATION_MISSING_PARAM', 'VALIDATION_ODD'), 'missing') }),
  (n) => ({ response: { ...failure('NOT_FOUND_AFTER_ALL', `well ${n}`), success: true } }),
  (n) => ({ response: warned(deprecated(`item${n % 3}`), slow(1000 + n, 'scan')) }),
  (n) => ({
    response: warned(
      {
        ...deprecated(`item${n % 2}`, n % 5 === 4 ? { type: 'endpoint' } : removedOn(n)),
        occurrence_count: n,
      },
      { code: 'A', message: 'boom', severity: 'high', occurrence_count: 3 },
      { code: 'A', message: 'm', severity: either(n, 'low', 'urgent') },
    ),
  }),
  (n) => ({ response: warned(used(n)) }),
  (n) => ({ response: warned(slow(3000 - n, 'pay'), cut('items', n % 50), { message: 'no code' }) }),
  (n) => ({ response: warned(cut(either(n, 'items', 'rows'), n % 100), { code: 'B', severity: 'high' }) }),
  (n) => ({
    response: batch(
      { operation: 'pay', result: failure('INTERNAL_ERROR', `boom ${n}`) },
      { operation: 'find', result: { success: true, data: 1 } },
      { operation: 'find', result: failure('RATE_LIMIT_EXCEEDED', 'slow down') },
    ),
  }),
  (n) => ({
    response: batch(
      { operation: 'find', result: failure('NOT_FOUND_RESOURCE', 'gone') },
      // Without an operation of its own.
      { result: failure('NOT_FOUND_RESOURCE', either(n, 'gone', 'Disk full')) },
    ),
  }),
  (n) => ({ tool: 'read_file', operation: undefined, response: prose(`File ${n} not found`, true) }),
  () => ({ tool: 'read_file', operation: undefined, response: prose('hello', false) }),
  (n) => ({ tool: 'search', response: { success: false, error: `boom ${n}`, error_type: 'not_found' } }),
  (n) => ({
    tool: 'search',
    response: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: `boom ${n}` } },
  }),
  () => ({ tool: 'search', response: { error: true, type: 'Busy', message: 'too many requests' } }),
  () => ({ response: { error: { code: 'INTERNAL_ERROR', message: 'boom' } } }),
  (n) => ({ response: stopped(n) }),
  (n) => ({ response: batch({ operation: 'find', result: stopped(n + 1) }) }),
  (n) => ({
    response: {
      ...batch(
        { operation: 'pay', result: warned(deprecated('item1'), slow(1500 + n, 'pay'), used(n)) },
        { result: warned({ ...deprecated('item0'), occurrence_count: 2 }, cut('rows', n % 100)) },
        { operation: 'find', result: warned(cut('rows', n % 60), { code: 'A', severity: 'high' }) },
      ),
      ...(n % 2 === 0 && { warnings: [deprecated('item0'), { code: 'A', severity: 'low' }] }),
    },
  }),
];

export function spoken({ kind, n, at, isLate, server, given }: Said): ResponseRecord {
  const facts = { at, receivedAt: isLate ? NOW : Math.min(at, NOW), server, operation: 'list', ...given };
  return record({ ...facts, ...KINDS[kind % KINDS.length]?.(n) });
}
