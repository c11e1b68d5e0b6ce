import { failed, warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

const CODE = /^[A-Z][A-Z0-9_]*$/;

function fault(code: string): string {
  return `The code ${quoted(code)} must be upper-case letters, digits and underscores, a letter first.`;
}

export const rule: Rule = {
  id: 'CODE-01',
  level: 'must',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'Codes are upper case with underscores',
  condition: 'The code of the error or of a warning does not match `^[A-Z][A-Z0-9_]*$`.',
  reason:
    'Codes are compared letter for letter; one in another style matches no branch of a client and no category.',
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
