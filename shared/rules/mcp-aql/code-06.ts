import { failed, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'CODE-06',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'Schema codes are not sent at run time',
  condition: '`error.code` starts with SCHEMA_.',
  reason:
    'These codes tell an adapter author that a schema is wrong; a caller at run time can do nothing about them.',
  source: 'docs/error-codes.md 3.2 note',
  pointer: '/error/code',
  good: [{ exchange: failed(NOT_FOUND) }],
  bad: [
    {
      exchange: failed({
        code: 'SCHEMA_INVALID_TYPE',
        message: "Field 'x' expected boolean, got string",
      }),
      pointer: '/error/code',
    },
  ],
  check: {
    unregistered_code(code, scene) {
      if (code.startsWith('SCHEMA_')) {
        scene.breach('/error/code', `${quoted(code)} is a generator code, not a run-time code.`);
      }
    },
  },
};
