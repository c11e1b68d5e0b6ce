import { isObject } from '../../json/value.ts';
import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'RES-15',
  level: 'info',
  dialects: ['result'],
  title: 'A response speaks one dialect',
  condition: '`data`, or an `error` that is an object, appears beside `error_type` or `value`.',
  reason: 'Some of the members belong to MCP-AQL, and no client reads both dialects.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/data or /error',
  good: [{ exchange: resulted({ success: false, error: 'x', error_type: 'unknown' }) }],
  bad: [
    {
      exchange: resulted({ success: false, error: { code: 'X', message: 'm' }, error_type: 'unknown' }),
      pointer: '/error',
    },
    {
      exchange: resulted({ success: false, error: 'x', error_type: 'unknown', data: {} }),
      pointer: '/data',
    },
  ],
  check: {
    envelope({ data, error, error_type: type, value }, scene) {
      if (type === undefined && value === undefined) return;
      if (data !== undefined) scene.breach('/data', 'data belongs to MCP-AQL; a Result has value.');
      if (isObject(error)) scene.breach('/error', 'error must be a string in a Result, not an object.');
    },
  },
};
