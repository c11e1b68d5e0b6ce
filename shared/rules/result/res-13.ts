import { isObject } from '../../json/value.ts';
import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

export const rule: Rule = {
  id: 'RES-13',
  level: 'info',
  dialects: ['result'],
  title: 'error_data is an object',
  condition: '`error_data` is present but not an object.',
  reason: 'Agents read named keys from it, such as the list of validation errors.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/error_data',
  good: [
    {
      exchange: resulted({
        success: false,
        error: 'x',
        error_type: 'validation_error',
        error_data: { validation_errors: [] },
      }),
    },
  ],
  bad: [
    {
      exchange: resulted({
        success: false,
        error: 'x',
        error_type: 'validation_error',
        error_data: ['name'],
      }),
      pointer: '/error_data',
    },
  ],
  check: {
    envelope({ error_data: data }, scene) {
      if (data === undefined || isObject(data)) return;
      scene.breach('/error_data', `error_data must be an object, not ${shown(data)}.`);
    },
  },
};
