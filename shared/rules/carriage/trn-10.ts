import { hasErrorProse } from '../../masked.ts';
import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-10',
  level: 'info',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'No error text hides in a success',
  condition: '`success` is true, and the text of `data.content[0]` starts like an error.',
  reason: 'The call most likely failed, and nothing but its prose says so.',
  source: 'product heuristic (real traffic)',
  pointer: '/data/content/0/text',
  inSeeds: false,
  good: [{ exchange: carried({ success: true, data: { content: [{ type: 'text', text: 'Errors: 0' }] } }) }],
  bad: [
    {
      exchange: carried({
        success: true,
        data: { content: [{ type: 'text', text: '❌ Browsing failed' }] },
      }),
      pointer: '/data/content/0/text',
    },
  ],
  check: {
    success(envelope, scene) {
      if (hasErrorProse(envelope)) {
        scene.breach(
          '/data/content/0/text',
          'The text starts like an error in an envelope that claims success.',
        );
      }
    },
  },
};
