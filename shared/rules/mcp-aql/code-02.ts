import { REGISTERED_PREFIXES } from '../../codes.ts';
import { failed, UNCONFIRMED } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

const PREFIXES = [...REGISTERED_PREFIXES.keys()];

function hasCategory(code: string): boolean {
  return PREFIXES.some((prefix) => code.length > prefix.length && code.startsWith(prefix));
}

export const rule: Rule = {
  id: 'CODE-02',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'The code starts with its category',
  condition:
    '`error.code` is not a category prefix (VALIDATION_, NOT_FOUND_, PERMISSION_, CONFLICT_, RATE_LIMIT_, TOKEN_, SCHEMA_, INTERNAL_) followed by a suffix. CONFIRMATION_REQUIRED is exempt.',
  reason:
    'The category tells a client what to do about a code that it does not know: repair the request, ask the user, wait or report a fault.',
  source: 'docs/error-codes.md 3.1-3.2',
  pointer: '/error/code',
  good: [
    { exchange: failed({ code: 'CONFLICT_ALREADY_EXISTS', message: 'Item exists' }) },
    { exchange: failed(UNCONFIRMED) },
  ],
  bad: [
    { exchange: failed({ code: 'VALIDATION_', message: 'x' }), pointer: '/error/code' },
    { exchange: failed({ code: 'PLUGIN_NOT_LOADED', message: 'x' }), pointer: '/error/code' },
  ],
  check: {
    // CONFIRMATION_REQUIRED is registered.
    unregistered_code(code, scene) {
      if (!hasCategory(code)) {
        scene.breach(
          '/error/code',
          `The code ${quoted(code)} should be a suffix after one of ${PREFIXES.join(', ')}.`,
        );
      }
    },
  },
};
