import { ERROR_CODES, SYNONYMS } from '../../codes.ts';
import { memo } from '../../collections/memo.ts';
import { nearest } from '../../text/nearest.ts';
import { failed, NOT_FOUND } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

/** A server sends the same few codes again and again, and searching the registry costs more than all other rules. */
const registeredFor = memo(1_000, (code) => {
  const synonyms = SYNONYMS.find((codes) => codes.includes(code));
  if (synonyms !== undefined) return synonyms.find((synonym) => ERROR_CODES.has(synonym));
  const near = nearest(code, ERROR_CODES.keys());
  return near !== undefined && isSpelling(code, near) ? near : undefined;
});

/** Whether two codes are the same words, as their first three letters tell: REJECTED is not a spelling of REQUIRED. */
function isSpelling(code: string, of: string): boolean {
  return beginnings(code) === beginnings(of);
}

/** "VAL_MIS_PAR" of VALIDATION_MISSING_PARAM. */
function beginnings(code: string): string {
  return code.replace(/([^_]{3})[^_]+/g, '$1');
}

export const rule: Rule = {
  id: 'CODE-03',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'The code is in the registry',
  condition: '`error.code` is not one of the 19 error codes in the registry.',
  reason:
    'Clients are written against the registry and understand other codes by their prefix at best. The registry may be extended, so this is not a MUST.',
  source:
    "docs/error-codes.md 7.1 'MUST use codes from the MVP registry', softened by 1.2 (extensible) and by the spec's own use of a dozen unregistered codes",
  pointer: '/error/code',
  good: [{ exchange: failed(NOT_FOUND) }],
  bad: [
    { exchange: failed({ code: 'VALIDATION_UTF8', message: 'Not UTF-8' }), pointer: '/error/code' },
    {
      exchange: failed({ code: 'CONFLICT_ALREADY_EXISTS', message: 'Item exists' }),
      pointer: '/error/code',
    },
  ],
  check: {
    unregistered_code(code, scene) {
      const meant = registeredFor(code);
      const hint = meant === undefined ? '.' : `; did you mean ${meant}?`;
      scene.breach('/error/code', `The code ${quoted(code)} is not in the registry${hint}`);
    },
  },
};
