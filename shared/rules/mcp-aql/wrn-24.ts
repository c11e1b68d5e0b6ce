import { WARNING_CODES, type WarningCode } from '../../codes.ts';
import type { JsonObject } from '../../json/value.ts';
import type { Warning } from '../../verdict.ts';
import { hasRequired } from '../../warning-details.ts';
import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

const DEPRECATED = / is deprecated\.?$/;

/** The form that a message should have; undefined if it has it, or if the details that it repeats are invalid. */
function formMissed({ code, message, details }: Warning): string | undefined {
  if (message === null) return undefined;
  if (code === 'DEPRECATION_WARNING') return DEPRECATED.test(message) ? undefined : '… is deprecated';
  const standard = code === null ? undefined : WARNING_CODES.get(code);
  if (standard === undefined || details === null || !hasRequired(details, standard)) return undefined;
  const form = formOf(standard, details);
  return form === message ? undefined : form;
}

function formOf({ kind }: WarningCode, details: JsonObject): string | undefined {
  switch (kind) {
    case 'quota':
      return 'Approaching quota limit';
    case 'truncation':
      return `Response truncated to ${details.limit} items`;
    case 'slow':
      return `Operation took ${details.duration_ms}ms (threshold: ${details.threshold_ms}ms)`;
    default:
      return undefined;
  }
}

export const rule: Rule = {
  id: 'WRN-24',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'A standard warning has the standard message',
  condition:
    "The message does not match the standard format: 'Approaching quota limit'; '… is deprecated', with or without a full stop; 'Response truncated to {limit} items'; or 'Operation took {duration}ms (threshold: {threshold}ms)', with the numbers from its own details.",
  reason:
    'A message whose numbers differ from the details leads people and programs to different conclusions.',
  source: "docs/features/warnings.md 4.1-4.4 'Message format'",
  pointer: '/warnings/N/message',
  inSeeds: true,
  good: [
    {
      exchange: warned({
        code: 'DEPRECATION_WARNING',
        message: "Operation 'a' is deprecated.",
        details: { type: 'operation', deprecated_item: 'a' },
      }),
    },
  ],
  bad: [
    {
      exchange: warned({
        code: 'VALIDATION_TRUNCATED_WARNING',
        message: 'Response truncated to 50 items',
        details: { field: 'results', original_count: 1523, truncated_count: 100, limit: 100 },
      }),
      pointer: '/warnings/0/message',
    },
  ],
  check: {
    standard_warning(warning, scene) {
      const form = formMissed(warning);
      if (form === undefined) return;
      scene.breach('/message', `The message ${quoted(warning.message ?? '')} should read ${quoted(form)}.`);
    },
  },
};
