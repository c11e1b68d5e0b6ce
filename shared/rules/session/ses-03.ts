import { isObject } from '../../json/value.ts';
import { anotherThisHour } from '../../sessions/contradictions.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';

function kindOf(error: unknown): string | undefined {
  if (isObject(error)) return 'an object';
  return typeof error === 'string' ? 'a string' : undefined;
}

export const rule: Rule = {
  id: 'SES-03',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'A server uses one form of error',
  condition: 'A server sends both objects and strings as `error`.',
  reason: 'Clients need two ways to read the failures of one server, and most have one.',
  source: 'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 4 read with MUST 3',
  pointer: '/error',
  inSeeds: true,
  good: [
    {
      exchange: [
        failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'a' not found" }),
        failed({ code: 'PERMISSION_DENIED', message: 'Permission denied: read only' }),
      ],
    },
  ],
  bad: [
    {
      exchange: [
        failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'a' not found" }),
        failed('Something else went wrong'),
      ],
      pointer: '/error',
    },
  ],
  across: {
    notes: {
      failure({ located }, scene) {
        const kind = kindOf(located.envelope?.error);
        if (kind !== undefined) scene.note([], kind, '/error');
      },
    },
    contradicts: anotherThisHour,
    says: (kind, before) => `error is ${kind}, but was ${before} before.`,
  },
};
