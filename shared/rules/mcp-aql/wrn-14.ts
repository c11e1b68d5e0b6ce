import { classOf } from '../../warnings.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'WRN-14',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'A warning code starts with its class',
  condition: "A warning's code does not start with RATE_LIMIT_, DEPRECATION_, VALIDATION_ or PERFORMANCE_.",
  reason:
    'Clients decide by the prefix how to show a warning. They must accept other codes, but know nothing about them.',
  source: 'docs/features/warnings.md 3.4, 6.2-2 (clients MUST accept unknown codes)',
  pointer: '/warnings/N/code',
  inSeeds: true,
  good: [{ exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {} }) }],
  bad: [
    {
      note: 'DEPRECATED_ is not DEPRECATION_.',
      exchange: warned({ code: 'DEPRECATED_FIELD', message: 'm', details: {} }),
      pointer: '/warnings/0/code',
    },
  ],
  check: {
    warning_code(code, scene) {
      if (classOf(code) !== 'other') return;
      scene.breach(
        '/code',
        `The code ${quoted(code)} does not start with RATE_LIMIT_, DEPRECATION_, VALIDATION_ or PERFORMANCE_.`,
      );
    },
  },
};
