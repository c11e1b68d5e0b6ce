import { newWord } from '../../sessions/contradictions.ts';
import { templateOf } from '../../template.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

/** At least two letters, with their marks. */
const WORD = /\p{L}\p{M}*\p{L}[\p{L}\p{M}]*/gu;

/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** A template with fewer literal words does not identify a condition. */
const LEAST_WORDS = 2;

/** Returns how many words a template has, of those between its placeholders. */
function wordsIn(template: string): number {
  const words = template.match(WORD) ?? [];
  if (words.length >= LEAST_WORDS || !UNSPACED.test(template)) return words.length;
  const dictionary = new Intl.Segmenter('en', { granularity: 'word' });
  return words.flatMap((run) => [...dictionary.segment(run)]).filter(({ segment }) => segment.match(WORD))
    .length;
}

export const rule: Rule = {
  id: 'SES-02',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'The same failure has the same code',
  condition:
    'An operation fails with the same message template (at least two literal words) as before, but with another code.',
  reason: 'Clients branch on the code, so they handle one failure in two ways.',
  source: 'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 4; docs/features/warnings.md 6.1-4',
  pointer: '/error/code',
  inSeeds: true,
  good: [
    {
      exchange: [
        failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'a' not found" }),
        failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'b' not found" }),
      ],
    },
  ],
  bad: [
    {
      exchange: [
        failed({ code: 'NOT_FOUND_RESOURCE', message: "Item 'a' not found" }),
        failed({ code: 'INTERNAL_ERROR', message: "Item 'b' not found" }),
      ],
      pointer: '/error/code',
    },
  ],
  across: {
    notes: {
      failure({ code, message, operation }, scene) {
        if (code === null || message === null) return;
        const template = templateOf(message);
        if (wordsIn(template) < LEAST_WORDS) return;
        scene.note([operation, template], code, '/error/code');
      },
    },
    contradicts: newWord,
    says: (code, before) =>
      `The code is ${quoted(code)}, but was ${quoted(before)} for the same message before.`,
  },
};
