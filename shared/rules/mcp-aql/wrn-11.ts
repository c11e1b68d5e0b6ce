import { segment } from '../../json/pointer.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

const KNOWN: ReadonlySet<string> = new Set(['code', 'message', 'details', 'severity']);

export const rule: Rule = {
  id: 'WRN-11',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'Extra warning members belong in details',
  condition: 'A warning has a member other than `code`, `message`, `details` and `severity`.',
  reason:
    "The schema forbids the member, so a strict validator rejects the response. The specification's own example puts `occurrence_count` in `details`.",
  source:
    'schemas/operation-result.schema.json additionalProperties:false against docs/features/warnings.md 6.5-3',
  pointer: '/warnings/N/<member>',
  good: [{ exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: { occurrence_count: 3 } }) }],
  bad: [
    {
      exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {}, occurrence_count: 3 }),
      pointer: '/warnings/0/occurrence_count',
    },
  ],
  check: {
    warning(warning, scene) {
      for (const name in warning) {
        if (KNOWN.has(name)) continue;
        scene.breach(segment(name), `${quoted(name)} belongs in the warning's details.`);
      }
    },
  },
};
