import { describe, expect, test } from 'vitest';
import { inspect } from '../../shared/inspect.ts';
import { parseJson } from '../../shared/json/value.ts';

const paused = { metric: 'requests_per_hour', current: 4800, pause_threshold: 4800 };
const exhausted = { metric: 'requests_per_hour', current: 5000, hard_stop_threshold: 5000 };
const failure = (code: string, details: unknown) => ({
  success: false,
  error: { code, message: 'Quota', details },
});
const quotaOf = (code: string, details: unknown) => inspect({ response: failure(code, details) }).quota;

describe('the quota that a failure reports', () => {
  test('has its value, and the thresholds that it names', () => {
    expect(quotaOf('RATE_LIMIT_QUOTA_PAUSE', paused)).toEqual({
      metric: 'requests_per_hour',
      current: 4800,
      warn: null,
      pause: 4800,
      hard_stop: null,
      quota: null,
      resets_at: null,
    });
    expect(quotaOf('RATE_LIMIT_QUOTA_EXHAUSTED', exhausted)).toMatchObject({
      ...{ current: 5000, warn: null, pause: null, hard_stop: 5000, quota: 5000 },
    });
    const resets = (resets_at: unknown) =>
      quotaOf('RATE_LIMIT_QUOTA_EXHAUSTED', { ...exhausted, resets_at })?.resets_at;
    expect(resets('2026-11-21T02:00:00+02:00')).toBe(Date.UTC(2026, 10, 21));
    expect(resets('2026-02-30T00:00:00Z')).toBeNull();
    expect(resets(1_795_000_000_000)).toBeNull();
    const unlimited = { ...paused, warn_threshold: 4000, hard_stop_threshold: 0 };
    expect(quotaOf('RATE_LIMIT_QUOTA_PAUSE', unlimited)).toMatchObject({ hard_stop: 0, quota: 5000 });
    const withWarning = { ...paused, warn_threshold: 4000 };
    expect(quotaOf('RATE_LIMIT_QUOTA_PAUSE', withWarning)).toMatchObject({ warn: 4000, quota: 5000 });
  });

  test.each([
    ['RATE_LIMIT_EXCEEDED', exhausted],
    ['RATE_LIMIT_QUOTA_WARNING', exhausted],
    ['RATE_LIMIT_QUOTA_EXHAUSTED', paused],
    ['RATE_LIMIT_QUOTA_PAUSE', exhausted],
    ['RATE_LIMIT_QUOTA_PAUSE', { ...paused, metric: 7 }],
    ['RATE_LIMIT_QUOTA_PAUSE', { ...paused, current: '4800' }],
    ['RATE_LIMIT_QUOTA_PAUSE', { ...paused, current: undefined }],
    ['RATE_LIMIT_QUOTA_PAUSE', { ...paused, pause_threshold: null }],
    ['RATE_LIMIT_QUOTA_PAUSE', { ...paused, current: parseJson('1e400') }],
    ['RATE_LIMIT_QUOTA_PAUSE', null],
    ['RATE_LIMIT_QUOTA_PAUSE', 'all of it'],
  ])('is not that of %s with %j', (code, details) => {
    expect(quotaOf(code, details)).toBeNull();
  });

  test('is read of MCP-AQL only, and of each member of a batch', () => {
    const flagged = { error: true, type: 'RATE_LIMIT_QUOTA_EXHAUSTED', message: 'Quota', params: exhausted };
    expect(inspect({ response: flagged }).quota).toBeNull();
    const results = [
      { index: 0, operation: 'a', result: { success: true, data: exhausted } },
      { index: 1, operation: 'b', result: failure('RATE_LIMIT_QUOTA_EXHAUSTED', exhausted) },
    ];
    const { quota, members } = inspect({ response: { success: true, data: null, results } });
    expect([quota, ...members.map((member) => member.quota?.current)]).toEqual([null, undefined, 5000]);
  });

  test('shortens the name of a metric, which stays distinct', () => {
    const named = (metric: string) => quotaOf('RATE_LIMIT_QUOTA_PAUSE', { ...paused, metric })?.metric;
    const long = 'm'.repeat(1_000);
    expect(named(long)?.length).toBeLessThanOrEqual(256);
    expect(named(`${long}a`)).not.toBe(named(`${long}b`));
  });
});
