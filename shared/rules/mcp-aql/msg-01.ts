import { ERROR_CODES } from '../../codes.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

/** Codes whose messages may continue after their template. */
const PREFIXES: ReadonlySet<string> = new Set(['CONFIRMATION_REQUIRED', 'VALIDATION_MISSING_PARAM']);

/** Codes whose templates' quotes may be omitted. */
const UNQUOTED: ReadonlySet<string> = new Set(['PERMISSION_DENIED', 'INTERNAL_ERROR']);

const FORMS: ReadonlyMap<string, RegExp> = new Map(
  [...ERROR_CODES].map(([code, { templates }]) => [
    code,
    new RegExp(`^(?:${templates.map((template) => patternOf(code, template)).join('|')})`),
  ]),
);

/** Pattern of a message that follows a template, from its first character. Linear, since a placeholder ends where its literal first occurs. */
function patternOf(code: string, template: string): string {
  const [first = '', ...others] = `${withoutQuotes(code, template)}${PREFIXES.has(code) ? '{}' : ''}`
    .split(/\{[^}]*\}/)
    .map(escaped);
  const last = others.pop();
  const middle = others.map((literal) => `(?:(?!${literal})[^])*?${literal}`).join('');
  return first + middle + (last === undefined ? '$' : last === '' ? '' : `[^]*${last}$`);
}

/** A template without the quotes that its code's messages may omit. */
function withoutQuotes(code: string, template: string): string {
  return UNQUOTED.has(code) ? template.replaceAll("'", '') : template;
}

function escaped(literal: string): string {
  return literal.replace(/[()]/g, '\\$&');
}

const QUOTED_VALUE = /'[^']+'|"[^"]+"/;
const NOT_FOUND = /not found/i;

function isInForm(code: string, message: string): boolean {
  if (FORMS.get(code)?.test(message)) return true;
  return code === 'NOT_FOUND_RESOURCE' && NOT_FOUND.test(message) && QUOTED_VALUE.test(message);
}

export const rule: Rule = {
  id: 'MSG-01',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'The message follows its template',
  condition:
    '`error.message` does not match the template of its registered code. Placeholders match any text. Quotes are required where the template has them, except for PERMISSION_DENIED and INTERNAL_ERROR. NOT_FOUND_RESOURCE also accepts a quoted value with "not found". CONFIRMATION_REQUIRED and VALIDATION_MISSING_PARAM may continue after the template.',
  reason:
    'Uniform messages are easier to read in logs and to group. Nothing else depends on them, so they may be reworded or translated.',
  source: "docs/error-codes.md 4.2-5.12 'SHOULD follow'",
  pointer: '/error/message',
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
    message(message, scene) {
      const { registered } = scene;
      if (registered === undefined || isInForm(registered.code, message)) return;
      const [template = ''] = registered.templates;
      const form = JSON.stringify(withoutQuotes(registered.code, template));
      scene.breach('/error/message', `${quoted(message)} does not follow the template ${form}.`);
    },
  },
};
