import { isObject } from '../../json/value.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

export const rule: Rule = {
  id: 'RATE-01',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A rate limit says when to retry',
  condition:
    'The code is RATE_LIMIT_EXCEEDED, and `error.details.retry_after_seconds` is missing or not a number. RATE_LIMIT_QUOTA_EXHAUSTED is exempt.',
  reason: 'A client that does not know how long to wait either hammers the server or gives up.',
  source:
    'docs/adapter/rate-limiting.md 7.1-3; docs/error-codes.md 5.5 (RATE_LIMIT_QUOTA_EXHAUSTED exempt: its registry details have none, though 7.1 covers it in words)',
  pointer: '/error/details/retry_after_seconds',
  good: [
    {
      exchange: failed({
        code: 'RATE_LIMIT_EXCEEDED',
        message: 'API rate limit exceeded',
        details: {
          limit: 5000,
          remaining: 0,
          window: 'hour',
          resets_at: '2026-11-21T01:00:00Z',
          retry_after_seconds: 3600,
        },
      }),
    },
  ],
  bad: [
    {
      exchange: failed({
        code: 'RATE_LIMIT_EXCEEDED',
        message: 'API rate limit exceeded',
        details: { limit: 5000, remaining: 0, window: 'hour', resets_at: '2026-11-21T01:00:00Z' },
      }),
      pointer: '/error/details/retry_after_seconds',
    },
    {
      exchange: failed({ code: 'RATE_LIMIT_EXCEEDED', message: 'API rate limit exceeded' }),
      pointer: '/error/details',
    },
  ],
  check: {
    error({ code, details }, scene) {
      if (code !== 'RATE_LIMIT_EXCEEDED') return;
      if (!isObject(details)) {
        scene.breach('/error/details', 'error.details.retry_after_seconds is missing.');
      } else if (typeof details.retry_after_seconds !== 'number') {
        scene.breach(
          '/error/details/retry_after_seconds',
          mismatch('error.details.retry_after_seconds', 'a number', details.retry_after_seconds),
        );
      }
    },
  },
};
