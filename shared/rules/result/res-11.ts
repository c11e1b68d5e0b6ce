import { leakIn } from '../../leaks.ts';
import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'RES-11',
  level: 'info',
  dialects: ['result'],
  title: 'Exceptions do not leak internals',
  condition:
    '`exception_message` contains an error class, a stack frame, a source path, a traceback or a printed object, as in MSG-02.',
  reason:
    'Paths and stack frames tell an attacker how the server is built, and give the agent nothing to act on.',
  source: 'by analogy with docs/introspection.md 8.1.3',
  pointer: '/exception_message',
  good: [
    {
      exchange: resulted({
        success: false,
        error: 'x',
        error_type: 'template_error',
        exception_type: 'ValueError',
        exception_message: 'no such variable',
      }),
    },
  ],
  bad: [
    {
      exchange: resulted({
        success: false,
        error: 'x',
        error_type: 'template_error',
        exception_type: 'ValueError',
        exception_message: 'bad block in /srv/guide/src/render.py:40',
      }),
      pointer: '/exception_message',
    },
  ],
  check: {
    envelope({ exception_message: message }, scene) {
      const leak = typeof message === 'string' ? leakIn(message) : undefined;
      if (leak !== undefined) scene.breach('/exception_message', `exception_message leaks ${quoted(leak)}.`);
    },
  },
};
