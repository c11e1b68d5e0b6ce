import type { JsonObject } from '../../json/value.ts';
import { hasErrorWithCode } from '../../unwrap.ts';
import type { Rule } from '../rule.ts';

function strayIn(result: JsonObject): 'success' | 'error' | undefined {
  if (result.success !== undefined) return 'success';
  return hasErrorWithCode(result) ? 'error' : undefined;
}

export const rule: Rule = {
  id: 'TRN-07',
  level: 'info',
  dialects: ['mcp-aql', 'result', 'error-flag', 'success-flag', 'plain'],
  title: 'The envelope is inside the content',
  condition: '`success`, or `error` with a `code`, is at the root of the CallToolResult.',
  reason: 'Clients pass on `content` and `structuredContent`; what is beside them reaches nobody.',
  source: 'product heuristic (real traffic)',
  pointer: '/success or /error',
  good: [
    {
      exchange: {
        response: { content: [], structuredContent: { success: true, message: 'Saved' } },
        tool: 'save',
      },
    },
  ],
  bad: [
    {
      exchange: {
        response: { content: [], error: "Unknown element type 'x'", code: 'UNKNOWN_TYPE' },
        tool: 'list',
      },
      pointer: '/error',
    },
  ],
  check: {
    result(result, scene) {
      const name = strayIn(result);
      if (name === undefined) return;
      scene.breachInMessage(
        `/${name}`,
        `${name} belongs in content or structuredContent, not at the root of the result.`,
      );
    },
  },
};
