import { RECOVERABLE_CODES } from '../../codes.ts';
import { carried, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-03',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'isError matches the error code',
  condition:
    '`isError` is true on a failure with a recoverable code, or not true on INTERNAL_ERROR. Other codes are not checked.',
  reason:
    'MCP-AQL reserves `isError` for failures that nobody can recover from. The base protocol wants it on every tool error, so the clause is contested.',
  source: 'docs/mcp-integration.md 4.1.2-4.1.3',
  pointer: '/isError',
  good: [
    { exchange: carried({ success: false, error: NOT_FOUND }) },
    {
      note: 'A bare envelope has no `isError`.',
      exchange: {
        response: { success: false, error: { code: 'INTERNAL_ERROR', message: 'Internal error: x' } },
        tool: 'mcp_aql_read',
      },
    },
  ],
  bad: [
    { exchange: carried({ success: false, error: NOT_FOUND }, { isError: true }), pointer: '/isError' },
    {
      exchange: carried({
        success: false,
        error: { code: 'INTERNAL_ERROR', message: 'Internal error: x' },
      }),
      pointer: '/isError',
    },
  ],
  check: {
    result(_result, scene) {
      const { code, located } = scene.reading;
      if (code === null || scene.envelope.success !== false) return;
      if (located.isError === true) {
        if (!RECOVERABLE_CODES.has(code)) return;
        scene.breachInMessage(
          '/isError',
          `isError is true, but ${code} is recoverable, so it should be false.`,
        );
      } else if (code === 'INTERNAL_ERROR') {
        scene.breachInMessage(
          '/isError',
          'isError is not true, but INTERNAL_ERROR is not recoverable, so it should be.',
        );
      }
    },
  },
};
