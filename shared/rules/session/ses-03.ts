import { isObject } from '../../json.ts';
import { changeOf } from '../../sessions/hourly.ts';
import { envelopeOf, failuresOf, keyOf, type Part, type SessionCheck } from '../../sessions/observed.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';

/** An error of another kind, object or string, than the server's last one (ADR-006, MUST 3 and 4). */
const across: SessionCheck = (observed, memory) =>
  failuresOf(observed).flatMap((part) => {
    const kind = kindOf(part);
    const earlier = kind && changeOf(memory, keyOf(3, observed), kind, observed);
    if (!earlier) return [];
    return [
      {
        pointer: `${part.pointer}/error`,
        message: `The error is ${kind} here; the same server's last one was ${earlier.value}.`,
        responses: [earlier.ref, observed.ref],
      },
    ];
  });

function kindOf(part: Part): string | undefined {
  const { error } = envelopeOf(part);
  if (isObject(error)) return 'an object';
  return typeof error === 'string' ? 'a string' : undefined;
}

export const rule: Rule = {
  id: 'SES-03',
  level: 'should',
  dialects: ['mcp-aql'],
  scope: 'cross-response',
  title: 'Errors have one form',
  condition: 'One server sends errors that are objects and errors that are texts.',
  reason: 'A client needs two ways to read the failures of one server, and most have one.',
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
  across,
};
