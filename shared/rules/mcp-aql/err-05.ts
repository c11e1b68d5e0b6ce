import { segment } from '../../json/pointer.ts';
import { failed, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'ERR-05',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'Extra error members belong in details',
  condition: '`error` has a member other than `code`, `message` and `details`.',
  reason: 'The schema forbids the member, and clients look for context in `details` only.',
  source:
    "schemas/operation-result.schema.json against docs/adr/ADR-006-discriminated-responses.md (Decision) ('Additional fields MAY be included', shown inside details)",
  pointer: '/error/<member>',
  inSeeds: true,
  good: [{ exchange: failed({ ...NOT_FOUND, details: { type: 'x' } }) }],
  bad: [{ exchange: failed({ ...NOT_FOUND, type: 'x' }), pointer: '/error/type' }],
  check: {
    malformed_error(error, scene) {
      for (const name in error) {
        if (name === 'code' || name === 'message' || name === 'details') continue;
        scene.breach(`/error${segment(name)}`, `${quoted(name)} belongs in error.details.`);
      }
    },
  },
};
