import { equalWithoutNulls } from '../../equality.ts';
import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-04',
  level: 'info',
  dialects: ['mcp-aql', 'result', 'error-flag', 'success-flag'],
  scope: 'response',
  title: 'Both copies say the same',
  condition:
    '`structuredContent` and the first text block both carry an envelope, and they differ when members that are null are left out.',
  reason:
    'Programs read the structured copy and models the text; when they differ, the two act on different answers.',
  source: 'MCP: SHOULD also return the serialised JSON as text',
  pointer: '/structuredContent',
  inSeeds: false,
  good: [
    {
      note: 'A null member is as good as none.',
      exchange: carried(
        { success: true, data: { a: 1, b: null } },
        { structuredContent: { success: true, data: { a: 1 } } },
      ),
    },
  ],
  bad: [
    {
      exchange: carried(
        { success: true, data: { a: 2 } },
        { structuredContent: { success: true, data: { a: 1 } } },
      ),
      pointer: '/structuredContent',
    },
  ],
  check: {
    copy(copy, scene) {
      if (equalWithoutNulls(copy, scene.envelope)) return;
      const { inner, textPointer = '/content' } = scene.reading.located;
      // Both copies of a result that was serialised stand in the text.
      const pointer = inner === undefined ? '/structuredContent' : textPointer;
      scene.breachInMessage(pointer, 'structuredContent and the text hold different envelopes.');
    },
  },
};
