import { isObject } from '../../json/value.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch, shown } from '../show.ts';

export const rule: Rule = {
  id: 'WRN-03',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A warning is an object with a code',
  condition: 'A warning is not an object, or its `code` is missing, empty or not a string.',
  reason:
    'Clients filter, count and handle warnings by code; one without a code can only be displayed, and a bare string often not even that.',
  source: 'docs/features/warnings.md 6.1-3; schemas/operation-result.schema.json',
  pointer: '/warnings/N/code',
  inSeeds: true,
  good: [{ exchange: warned({ code: 'PERFORMANCE_X', message: 'm', details: {} }) }],
  bad: [
    { exchange: warned('slow'), pointer: '/warnings/0' },
    { exchange: warned({ message: 'm', details: {} }), pointer: '/warnings/0/code' },
  ],
  check: {
    warnings(warnings, scene) {
      for (let index = 0; index < warnings.length; index++) {
        const warning = warnings[index];
        if (!isObject(warning)) {
          scene.breach(`/warnings/${index}`, `A warning must be an object, not ${shown(warning)}.`);
        }
      }
    },
    warning({ code }, scene) {
      if (typeof code === 'string' && code !== '') return;
      scene.breach('/code', mismatch("The warning's code", 'a non-empty string', code));
    },
  },
};
