import { failed, warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

const CODE = /^[A-Z][A-Z0-9_]*$/;

function fault(code: string): string {
  return `The code ${quoted(code)} must contain only A-Z, 0-9 and _, and start with a letter.`;
}

export const rule: Rule = {
  id: 'CODE-01',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'Codes are in UPPER_SNAKE_CASE',
  condition: 'The code of an error or warning does not match `^[A-Z][A-Z0-9_]*$`.',
  reason:
    'Clients compare codes character by character; a code in another style matches no branch and no category.',
  source:
    "schemas/operation-result.schema.json pattern; docs/error-codes.md 3.1 and docs/features/warnings.md 3.3 'All uppercase with underscores'",
  pointer: '/error/code, /warnings/N/code',
  inSeeds: true,
  good: [
    {
      note: 'Digits are allowed.',
      exchange: failed({ code: 'VALIDATION_UTF8', message: 'Not UTF-8' }),
    },
  ],
  bad: [
    {
      exchange: failed({ code: 'NOT-FOUND-RESOURCE', message: "Item 'x' not found" }),
      pointer: '/error/code',
    },
    {
      exchange: failed({ code: 'NOT_FOUND_RESOURCE ', message: "Item 'x' not found" }),
      pointer: '/error/code',
    },
    {
      exchange: warned({ code: 'slow_query', message: 'm', details: {} }),
      pointer: '/warnings/0/code',
    },
  ],
  check: {
    unregistered_code(code, scene) {
      if (!CODE.test(code)) scene.breach('/error/code', fault(code));
    },
    warning_code(code, scene) {
      if (!CODE.test(code)) scene.breach('/code', fault(code));
    },
  },
};
