import { isObject } from '../../json.ts';
import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'RES-15',
  level: 'info',
  dialects: ['result'],
  scope: 'response',
  title: 'One dialect in one response',
  condition: '`data`, or an `error` that is an object, stands beside `error_type` or `value`.',
  reason: 'Half of the members belong to MCP-AQL, and no client reads both halves.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/data or /error',
  inSeeds: false,
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
      if (data !== undefined) scene.breach('/data', 'data stands in a Result, whose values are in value.');
      if (isObject(error)) scene.breach('/error', 'error is an object in a Result, whose errors are texts.');
    },
  },
};
