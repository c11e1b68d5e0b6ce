import { failed, warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'CODE-05',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A warning code is not used for an error',
  condition: '`error.code` ends in _WARNING, for example RATE_LIMIT_QUOTA_WARNING.',
  reason:
    'A warning accompanies a success. Sent as an error, it stops a call that could have continued, and clients that only log warnings miss the failure.',
  source: "docs/error-codes.md 5.8 'This is a WARNING code, not an error code'",
  pointer: '/error/code',
  good: [
    {
      exchange: warned({
        code: 'RATE_LIMIT_QUOTA_WARNING',
        message: 'Approaching quota limit',
        details: { metric: 'requests_per_hour', current: 4100, warn_threshold: 4000 },
      }),
    },
  ],
  bad: [
    {
      exchange: failed({ code: 'RATE_LIMIT_QUOTA_WARNING', message: 'Approaching quota limit' }),
      pointer: '/error/code',
    },
  ],
  check: {
    unregistered_code(code, scene) {
      if (code.endsWith('_WARNING')) {
        scene.breach('/error/code', `${quoted(code)} is a warning code, not an error code.`);
      }
    },
  },
};
