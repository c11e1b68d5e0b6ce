import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'WRN-01',
  level: 'must',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'Warnings stand on successes only',
  condition: '`warnings` is present, whatever it holds, and `success` is false.',
  reason:
    'A failure has one message to deliver; warnings beside it distract from what has to be repaired, and will come back with the next success.',
  source:
    'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 5; docs/features/warnings.md 6.1-1 MUST; 2.3 says SHOULD NOT; schemas/operation-result.schema.json',
  pointer: '/warnings',
  inSeeds: true,
  good: [{ exchange: aql({ success: true, data: {}, warnings: [] }) }],
  bad: [
    {
      note: 'An empty array is included too.',
      exchange: aql({
        success: false,
        error: { code: 'NOT_FOUND_RESOURCE', message: "Item 'x' not found" },
        warnings: [],
      }),
      pointer: '/warnings',
    },
  ],
  check: {
    failure({ warnings }, scene) {
      if (warnings !== undefined) scene.breach('/warnings', 'warnings stand in a failure.');
    },
  },
};
