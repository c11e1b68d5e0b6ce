import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'DET-01',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'Details have the keys that their code requires',
  condition: '`error.details` of a registered code is present but lacks a key that the code requires.',
  reason: 'Clients use these keys to repair the request or to wait; a missing key rules that out.',
  source: 'docs/error-codes.md 4.3-5.12',
  pointer: '/error/details/<key>',
  good: [
    {
      exchange: failed({
        code: 'NOT_FOUND_OPERATION',
        message: "Unknown operation: 'nope'",
        details: { operation: 'nope' },
      }),
    },
    {
      note: 'Details may be omitted.',
      exchange: failed({ code: 'NOT_FOUND_OPERATION', message: "Unknown operation: 'nope'" }),
    },
  ],
  bad: [
    {
      exchange: failed({
        code: 'NOT_FOUND_OPERATION',
        message: "Unknown operation: 'nope'",
        details: { name: 'nope' },
      }),
      pointer: '/error/details/operation',
    },
  ],
  check: {
    details(details, scene) {
      const { registered } = scene;
      if (registered === undefined) return;
      for (const key of registered.details) {
        if (details[key] !== undefined) continue;
        scene.breach(
          `/error/details/${key}`,
          `error.details.${key} is missing; ${registered.code} requires it.`,
        );
      }
    },
  },
};
