import { isObject } from '../json.ts';
import { changeOf } from './hourly.ts';
import { envelopeOf, failuresOf, keyOf, type Part, type SessionCheck } from './observed.ts';

/** An error of another kind, object or string, than the server's last one (ADR-006, MUST 3 and 4). */
export const ses03: SessionCheck = (observed, memory) =>
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
