import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'SES-02',
  level: 'should',
  dialects: ['mcp-aql'],
  scope: 'cross-response',
  title: 'One failure has one code',
  condition:
    'The same operation of the same server fails with the same message template (two literal words or more) and another code.',
  reason: 'Clients branch on the code; one failure with two codes is handled in two ways.',
  source: 'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 4; docs/features/warnings.md 6.1-4',
  pointer: '/error/code',
  inSeeds: true,
  good: [
    {
      exchange: [
        failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'a' not found" }),
        failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'b' not found" }),
      ],
    },
  ],
  bad: [
    {
      exchange: [
        failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'a' not found" }),
        failed({ code: 'INTERNAL_ERROR', message: "Item 'b' not found" }),
      ],
      pointer: '/error/code',
    },
  ],
  check: {},
};
