import { aql, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'WRN-01',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A failure has no warnings',
  condition: '`success` is false and `warnings` is present, whatever its value.',
  reason:
    'Warnings distract from the error that has to be fixed, and come back with the next success anyway.',
  source:
    'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 5; docs/features/warnings.md 6.1-1 MUST; 2.3 says SHOULD NOT; schemas/operation-result.schema.json',
  pointer: '/warnings',
  inSeeds: true,
  good: [{ exchange: aql({ success: true, data: {}, warnings: [] }) }],
  bad: [
    {
      note: 'Even an empty array counts.',
      exchange: aql({ success: false, error: NOT_FOUND, warnings: [] }),
      pointer: '/warnings',
    },
  ],
  check: {
    failure({ warnings }, scene) {
      if (warnings !== undefined) scene.breach('/warnings', 'warnings are not allowed in a failure.');
    },
  },
};
