import { isObject } from '../../json/value.ts';
import { failed, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'ERR-04',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'Error details are an object',
  condition: '`error.details` is present but not an object, for example an array, a string or null.',
  reason: 'Clients read named keys from `details`, which may be omitted but not replaced by another type.',
  source: 'docs/error-codes.md 2.1 Record<string, unknown>; schemas/operation-result.schema.json type object',
  pointer: '/error/details',
  good: [{ exchange: failed({ ...NOT_FOUND, details: {} }) }],
  bad: [{ exchange: failed({ ...NOT_FOUND, details: null }), pointer: '/error/details' }],
  check: {
    malformed_error({ details }, scene) {
      if (details === undefined || isObject(details)) return;
      scene.breach('/error/details', `error.details must be an object, not ${shown(details)}.`);
    },
  },
};
