import { WRAPPED } from '../../unwrap.ts';
import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'TRN-09',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'Nothing follows the envelope',
  condition: 'The text continues after the closing brace of the envelope.',
  reason: 'JSON parsers reject the whole text, so a strict client loses the answer.',
  source: 'docs/mcp-integration.md 4.1.3; product heuristic (real traffic)',
  pointer: '/content/0/text',
  good: [{ exchange: carried('{"success": true, "data": {"a": 1}}\n') }],
  bad: [
    {
      exchange: carried('{"success": true, "data": {"a": 1}}\n\n[Active elements: persona: X]'),
      pointer: '/content/0/text',
    },
  ],
  check: {
    trailing(trailing, scene) {
      const { carrier, copy, envelope, textPointer = '/content', inner } = scene.reading.located;
      // FastMCP sends one string twice: then the text holds it too.
      const isOnlyWrapped = carrier === 'structured' && copy !== envelope;
      scene.breachInMessage(
        isOnlyWrapped ? WRAPPED : (inner?.pointer ?? textPointer),
        `Unexpected text after the envelope: ${quoted(trailing)}.`,
      );
    },
  },
};
