import { isObject } from '../../json.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'WRN-03',
  level: 'must',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'A warning is an object with a code',
  condition: 'A warning is no object, or its `code` is absent, no string, or empty.',
  reason:
    'Clients filter, count and act on the code; a warning without one can only be shown, and a bare text not even that.',
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
      scene.breach(
        '/code',
        `The code of a warning must be a string with something in it; it is ${shown(code)}.`,
      );
    },
  },
};
