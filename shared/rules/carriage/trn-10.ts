import { segment } from '../../json/pointer.ts';
import { errorProseIn } from '../../masked.ts';
import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-10',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'A success does not contain error text',
  condition: '`success` is true, but the first text block of `data.content` starts like an error.',
  reason: 'The call most likely failed, and only its text says so.',
  source: 'product heuristic (real traffic)',
  pointer: '/data/content/N/text',
  good: [{ exchange: carried({ success: true, data: { content: [{ type: 'text', text: 'Errors: 0' }] } }) }],
  bad: [
    {
      exchange: carried({
        success: true,
        data: { content: [{ type: 'text', text: '❌ Browsing failed' }] },
      }),
      pointer: '/data/content/0/text',
    },
    {
      note: 'Other blocks may come first.',
      exchange: carried({
        success: true,
        data: {
          content: [
            { type: 'image', data: '', mimeType: 'image/png' },
            { type: 'text', text: 'Error: no page' },
          ],
        },
      }),
      pointer: '/data/content/1/text',
    },
  ],
  check: {
    success(envelope, scene) {
      const index = errorProseIn(envelope);
      if (index === undefined) return;
      scene.breach(
        `/data/content${segment(index)}/text`,
        'success is true, but the text starts like an error.',
      );
    },
  },
};
