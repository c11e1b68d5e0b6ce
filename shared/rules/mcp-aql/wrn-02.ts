import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'WRN-02',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'Warnings are an array',
  condition:
    '`success` is true and `warnings` is present but not an array, for example an object, a string or null.',
  reason: 'Clients iterate over `warnings`; with an object or null, that fails or finds nothing.',
  source: 'docs/features/warnings.md 6.1-2; schemas/operation-result.schema.json',
  pointer: '/warnings',
  inSeeds: true,
  good: [
    { exchange: aql({ success: true, data: {} }) },
    { exchange: aql({ success: true, data: {}, warnings: [] }) },
  ],
  bad: [
    { exchange: aql({ success: true, data: {}, warnings: null }), pointer: '/warnings' },
    {
      exchange: aql({
        success: true,
        data: {},
        warnings: { code: 'DEPRECATION_WARNING', message: "Operation 'a' is deprecated" },
      }),
      pointer: '/warnings',
    },
  ],
  check: {
    success({ warnings }, scene) {
      if (warnings === undefined || Array.isArray(warnings)) return;
      scene.breach('/warnings', `warnings must be an array, not ${shown(warnings)}.`);
    },
  },
};
