import { aql, failed, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'ENV-04',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A failure has an error',
  condition: '`success` is false and `error` is missing or null.',
  reason: 'Without an error, a client cannot repair the request, retry it or report what went wrong.',
  source:
    'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 3; schemas/operation-result.schema.json required',
  pointer: '/error',
  inSeeds: true,
  good: [{ exchange: failed(NOT_FOUND) }],
  bad: [
    { exchange: aql({ success: false }), pointer: '/error' },
    { exchange: failed(null), pointer: '/error' },
  ],
  check: {
    failure({ error }, scene) {
      if (error === undefined) scene.breach('/error', 'error is missing from a failure.');
      else if (error === null) scene.breach('/error', 'error must be an object, not null.');
    },
  },
};
