import { severityOf } from '../../severity.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'WRN-10',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'Severity is low, medium or high',
  condition:
    "A warning's `severity` is present but not exactly `low`, `medium` or `high`, for example another word, upper case, a number or null.",
  reason:
    'Clients sort and filter by these three words and treat anything else as medium. The numbers 0, 1 and 2 are for storage, not for the wire.',
  source:
    'docs/features/warnings.md 3.1 union type; schemas/operation-result.schema.json enum (the 0/1/2 mapping in 3.2 is for storage)',
  pointer: '/warnings/N/severity',
  inSeeds: true,
  good: [
    { exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {}, severity: 'low' }) },
    {
      note: 'Severity may be omitted.',
      exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {} }),
    },
  ],
  bad: [
    {
      exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {}, severity: 'critical' }),
      pointer: '/warnings/0/severity',
    },
    {
      exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {}, severity: 'HIGH' }),
      pointer: '/warnings/0/severity',
    },
    {
      exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {}, severity: 1 }),
      pointer: '/warnings/0/severity',
    },
    {
      exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {}, severity: null }),
      pointer: '/warnings/0/severity',
    },
  ],
  check: {
    warning({ severity }, scene) {
      if (severity === undefined || severityOf(severity) !== undefined) return;
      scene.breach('/severity', `severity must be low, medium or high, not ${shown(severity)}.`);
    },
  },
};
