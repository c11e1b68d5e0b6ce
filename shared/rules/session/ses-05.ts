import { SYNONYMS } from '../../codes.ts';
import { newWord } from '../../sessions/contradictions.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'SES-05',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'The same condition has the same code',
  condition:
    'A server sends two codes with the same meaning, such as CONFLICT_EXISTS and CONFLICT_ALREADY_EXISTS.',
  reason: 'Clients that handle one of the codes miss the other.',
  source: 'docs/adr/ADR-006-discriminated-responses.md (Decision) MUST 4; real traffic',
  pointer: '/error/code',
  inSeeds: true,
  good: [
    {
      exchange: [
        failed({ code: 'CONFLICT_ALREADY_EXISTS', message: 'Item exists' }),
        failed({ code: 'CONFLICT_VERSION_MISMATCH', message: 'Item was changed' }),
      ],
    },
  ],
  bad: [
    {
      exchange: [
        failed({ code: 'CONFLICT_ALREADY_EXISTS', message: 'Item exists' }),
        failed({ code: 'CONFLICT_EXISTS', message: 'There is one' }),
      ],
      pointer: '/error/code',
    },
  ],
  across: {
    notes: {
      failure({ code }, scene) {
        const set = code === null ? undefined : SYNONYMS.find((codes) => codes.includes(code));
        if (code !== null && set !== undefined) scene.note([set.join()], code, '/error/code');
      },
    },
    contradicts: newWord,
    says: (code, before) => `${code} means the same as ${before}, which the server sent before.`,
  },
};
