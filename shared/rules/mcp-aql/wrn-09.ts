import { isObject } from '../../json/value.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'WRN-09',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'Warning details are an object',
  condition: "A warning's `details` is present but not an object.",
  reason: 'Clients read named keys from `details`, which may be omitted but not replaced by another type.',
  source: 'docs/features/warnings.md 3.1 Record<string, unknown>; schemas/operation-result.schema.json',
  pointer: '/warnings/N/details',
  inSeeds: true,
  good: [{ exchange: warned({ code: 'VALIDATION_X', message: 'm' }) }],
  bad: [
    {
      exchange: warned({ code: 'VALIDATION_X', message: 'm', details: null }),
      pointer: '/warnings/0/details',
    },
  ],
  check: {
    warning({ details }, scene) {
      if (details === undefined || isObject(details)) return;
      scene.breach('/details', `The warning's details must be an object, not ${shown(details)}.`);
    },
  },
};
