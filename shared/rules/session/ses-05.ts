import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'SES-05',
  level: 'info',
  dialects: ['mcp-aql'],
  scope: 'cross-response',
  title: 'One condition has one name',
  condition:
    'One server sends two codes that mean the same, such as CONFLICT_EXISTS and CONFLICT_ALREADY_EXISTS.',
  reason: 'Clients that handle one of the two names miss the other.',
  source: 'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 4; real traffic',
  pointer: '/error/code',
  inSeeds: true,
  good: [
    {
      exchange: [
        failed({ code: 'CONFLICT_ALREADY_EXISTS', message: 'Item exists' }),
        failed({ code: 'CONFLICT_VERSION_MISMATCH', message: 'Item was changed' }),
      ],
    },
  ],
  bad: [
    {
      exchange: [
        failed({ code: 'CONFLICT_ALREADY_EXISTS', message: 'Item exists' }),
        failed({ code: 'CONFLICT_EXISTS', message: 'There is one' }),
      ],
      pointer: '/error/code',
    },
  ],
  check: {},
};
