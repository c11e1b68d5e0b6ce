import { aql, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'ENV-02',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'success is a boolean',
  condition: '`success` is present but not a boolean, for example a string, a number or null.',
  reason:
    'The string "false" is truthy in most languages, so a client that tests `success` takes a failure for a success.',
  source:
    'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 1; schemas/operation-result.schema.json const',
  pointer: '/success',
  inSeeds: true,
  good: [{ exchange: aql({ success: true, data: {} }) }],
  bad: [
    { exchange: aql({ success: null, data: {} }), pointer: '/success' },
    {
      note: 'Clients read this string as true.',
      exchange: aql({ success: 'false', error: NOT_FOUND }),
      pointer: '/success',
    },
  ],
  check: {
    unclear({ success }, scene) {
      if (success === undefined) return;
      scene.breach('/success', `success must be true or false, not ${shown(success)}.`);
    },
  },
};
