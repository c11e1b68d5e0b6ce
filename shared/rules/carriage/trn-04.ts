import { equalWithoutNulls } from '../../json/equality.ts';
import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-04',
  level: 'info',
  dialects: ['mcp-aql', 'result', 'error-flag', 'success-flag'],
  title: 'structuredContent matches the text',
  condition:
    '`structuredContent` and the first text block both hold an envelope, and the two differ in more than null members.',
  reason:
    'Programs read the structured copy and models the text; when they differ, the two act on different answers.',
  source: 'MCP: SHOULD also return the serialised JSON as text',
  pointer: '/structuredContent',
  whole: true,
  good: [
    {
      note: 'A null member equals a missing one.',
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
      // Both copies of a result that was serialised stand in one text.
      const pointer = scene.reading.located.inner?.pointer ?? '/structuredContent';
      scene.breachInMessage(pointer, 'structuredContent and the text hold different envelopes.');
    },
  },
};
