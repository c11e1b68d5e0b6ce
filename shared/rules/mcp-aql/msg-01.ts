import { ERROR_CODES, type ErrorCode } from '../../codes.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

/** Codes whose messages may go on after their template. */
const PREFIXES: ReadonlySet<string> = new Set(['CONFIRMATION_REQUIRED', 'VALIDATION_MISSING_PARAM']);

/** Codes whose templates' quotes may be left out. */
const UNQUOTED: ReadonlySet<string> = new Set(['PERMISSION_DENIED', 'INTERNAL_ERROR']);

/** The literal texts of each template, between its placeholders. */
const TEMPLATES: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  [...ERROR_CODES.values()].map((entry) => [
    entry.code,
    entry.templates.map((text) => literalsOf(entry, text)),
  ]),
);

function literalsOf({ code }: ErrorCode, template: string): readonly string[] {
  const text = UNQUOTED.has(code) ? template.replaceAll("'", '') : template;
  const literals = text.split(/\{[^}]*\}/);
  return PREFIXES.has(code) ? [...literals, ''] : literals;
}

/** Whether a text is the literals in their order with any text between them; linear. */
function follows(text: string, [first = '', ...rest]: readonly string[]): boolean {
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop();
  if (last === undefined) return at === text.length;
  for (const literal of rest) {
    const found = text.indexOf(literal, at);
    if (found === -1) return false;
    at = found + literal.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

const QUOTED_VALUE = /'[^']+'|"[^"]+"/;
const NOT_FOUND = /not found/i;

function isInForm(code: string, message: string): boolean {
  const templates = TEMPLATES.get(code);
  if (templates === undefined) return true;
  for (const literals of templates) {
    if (follows(message, literals)) return true;
  }
  return code === 'NOT_FOUND_RESOURCE' && NOT_FOUND.test(message) && QUOTED_VALUE.test(message);
}

export const rule: Rule = {
  id: 'MSG-01',
  level: 'info',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'The message follows its template',
  condition:
    "`error.message` is unlike the template of its registered code. Placeholders stand for any text; quotes are needed where the template has them, except in PERMISSION_DENIED and INTERNAL_ERROR; NOT_FOUND_RESOURCE accepts any quoted value with 'not found'; CONFIRMATION_REQUIRED and VALIDATION_MISSING_PARAM may go on after their template.",
  reason:
    'Messages in one form are easier to read in a log and to group; nothing else depends on them, so they may be rewritten or translated.',
  source: "docs/error-codes.md 4.2-5.12 'SHOULD follow'",
  pointer: '/error/message',
  inSeeds: false,
  good: [
    {
      exchange: failed({
        code: 'NOT_FOUND_OPERATION',
        message: "Unknown operation: 'nope'",
        details: { operation: 'nope' },
      }),
    },
    { exchange: failed({ code: 'INTERNAL_ERROR', message: 'Internal error: out of disk' }) },
    { exchange: failed({ code: 'VALIDATION_UTF8', message: 'A code of its own' }) },
  ],
  bad: [
    {
      exchange: failed({
        code: 'NOT_FOUND_OPERATION',
        message: 'unknown operation: nope',
        details: { operation: 'nope' },
      }),
      pointer: '/error/message',
    },
    {
      exchange: failed({ code: 'NOT_FOUND_RESOURCE', message: 'Nothing there' }),
      pointer: '/error/message',
    },
  ],
  check: {
    error({ code, message }, scene) {
      if (typeof code !== 'string' || typeof message !== 'string' || isInForm(code, message)) return;
      const template = ERROR_CODES.get(code)?.templates[0] ?? '';
      scene.breach('/error/message', `${quoted(message)} does not follow the template ${quoted(template)}.`);
    },
  },
};
