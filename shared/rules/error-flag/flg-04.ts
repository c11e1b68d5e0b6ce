import { isObject } from '../../json/value.ts';
import { flagged } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { mismatch } from '../show.ts';

export const rule: Rule = {
  id: 'FLG-04',
  level: 'should',
  dialects: ['error-flag'],
  title: 'The error repeats its parameters',
  condition: '`params` is missing or not an object.',
  reason: 'To retry with changed parameters, a model needs to know which ones failed.',
  source: 'otel-mcp-server docs/adr/006-error-handling-philosophy.md',
  pointer: '/params',
  inSeeds: true,
  good: [{ exchange: flagged({ error: true, type: 'X', message: 'm', params: {} }) }],
  bad: [{ exchange: flagged({ error: true, type: 'X', message: 'm' }), pointer: '/params' }],
  check: {
    envelope({ params }, scene) {
      if (!isObject(params)) scene.breach('/params', mismatch('params', 'an object', params));
    },
  },
};
