import { newWord } from './new-word.ts';
import { failuresOf, keyOf, type SessionCheck } from './observed.ts';

/** Codes that real servers use for one condition. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['NOT_FOUND_OPERATION', 'UNKNOWN_OPERATION', 'VALIDATION_UNKNOWN_OPERATION'],
  ['VALIDATION_ENDPOINT_MISMATCH', 'VALIDATION_WRONG_ENDPOINT'],
  ['CONFLICT_EXISTS', 'CONFLICT_ALREADY_EXISTS'],
  ['CONFIRMATION_REJECTED', 'TOKEN_INVALID'],
  ['RATE_LIMIT_ERROR', 'RATE_LIMIT_EXCEEDED'],
  ['VALIDATION_ERROR', 'VALIDATION_FAILED'],
];

/** A code whose near-synonym the same server used before (ADR-006, MUST 4). */
export const ses05: SessionCheck = (observed, memory) =>
  failuresOf(observed).flatMap(({ pointer, reading: { code } }) => {
    const set = code === null ? -1 : SYNONYMS.findIndex((codes) => codes.includes(code));
    if (code === null || set === -1) return [];
    const earlier = newWord(memory, keyOf(5, observed, set), code, observed.ref);
    if (earlier === undefined) return [];
    return [
      {
        pointer: `${pointer}/error/code`,
        message: `${code} and ${earlier.value} of the same server name one condition.`,
        responses: [earlier.ref, observed.ref],
      },
    ];
  });
