import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'CODE-06',
  level: 'info',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'Schema codes stay in the generator',
  condition: '`error.code` starts with SCHEMA_.',
  reason:
    'Those codes tell an adapter author that a schema is wrong; a caller at run time can do nothing with them.',
  source: 'docs/error-codes.md 3.2 note',
  pointer: '/error/code',
  inSeeds: false,
  good: [{ exchange: failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'x' not found" }) }],
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
        scene.breach('/error/code', `${quoted(code)} belongs to the generator, not to a running server.`);
      }
    },
  },
};
