import { isObject } from '../../json/value.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

function isPositiveInteger(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function fault(value: unknown): string {
  return `occurrence_count must be a positive integer, not ${shown(value)}.`;
}

export const rule: Rule = {
  id: 'WRN-12',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'occurrence_count is a positive integer',
  condition: '`occurrence_count`, in a warning or in its details, is present but not a positive integer.',
  reason: 'It says how many warnings were collapsed into one; Mailroom counts any other value as 1.',
  source: 'docs/features/warnings.md 6.5-3',
  pointer: '/warnings/N/details/occurrence_count',
  inSeeds: true,
  good: [{ exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: { occurrence_count: 3 } }) }],
  bad: [
    {
      exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: { occurrence_count: 0 } }),
      pointer: '/warnings/0/details/occurrence_count',
    },
    {
      exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: { occurrence_count: '3' } }),
      pointer: '/warnings/0/details/occurrence_count',
    },
    {
      exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {}, occurrence_count: 1.5 }),
      pointer: '/warnings/0/occurrence_count',
    },
  ],
  check: {
    warning({ occurrence_count: own, details }, scene) {
      if (own !== undefined && !isPositiveInteger(own)) scene.breach('/occurrence_count', fault(own));
      const inside = isObject(details) ? details.occurrence_count : undefined;
      if (inside !== undefined && !isPositiveInteger(inside))
        scene.breach('/details/occurrence_count', fault(inside));
    },
  },
};
