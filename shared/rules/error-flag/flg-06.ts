import { flagged } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'FLG-06',
  level: 'info',
  dialects: ['error-flag'],
  title: 'An error has no result',
  condition: '`error` is true, and `data`, `result` or `success: true` is present.',
  reason: 'The response contradicts itself, and a model may use the result of a call that failed.',
  source: 'otel-mcp-server docs/adr/006-error-handling-philosophy.md',
  pointer: '/<member>',
  inSeeds: true,
  good: [{ exchange: flagged({ error: true, type: 'X', message: 'm', params: {} }) }],
  bad: [
    {
      exchange: flagged({ error: true, type: 'X', message: 'm', params: {}, data: [] }),
      pointer: '/data',
    },
  ],
  check: {
    envelope({ error, data, result, success }, scene) {
      if (error !== true) return;
      if (data !== undefined) scene.breach('/data', 'data is not allowed with error: true.');
      if (result !== undefined) scene.breach('/result', 'result is not allowed with error: true.');
      if (success === true) scene.breach('/success', 'success: true is not allowed with error: true.');
    },
  },
};
