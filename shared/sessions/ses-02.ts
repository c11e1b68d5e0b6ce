import { templateOf } from '../fingerprint.ts';
import { newWord } from './new-word.ts';
import { failuresOf, keyOf, type SessionCheck } from './observed.ts';

const WORD = /\p{L}{2,}/gu;

/** A template with fewer literal words says too little to tell one condition from another. */
const LEAST_WORDS = 2;

/** A message that came with another code before, in the same operation (ADR-006, MUST 4). */
export const ses02: SessionCheck = (observed, memory) =>
  failuresOf(observed).flatMap(({ pointer, reading: { code, message, operation } }) => {
    if (code === null || message === null) return [];
    const template = templateOf(message);
    if ((template.match(WORD)?.length ?? 0) < LEAST_WORDS) return [];
    const earlier = newWord(memory, keyOf(2, observed, operation, template), code, observed.ref);
    if (earlier === undefined) return [];
    return [
      {
        pointer: `${pointer}/error/code`,
        message: `${code} comes with a message that came with ${earlier.value} before.`,
        responses: [earlier.ref, observed.ref],
      },
    ];
  });
