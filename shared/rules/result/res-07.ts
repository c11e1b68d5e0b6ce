import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'RES-07',
  level: 'info',
  dialects: ['result'],
  title: 'An exception has both type and message',
  condition: 'Only one of `exception_type` and `exception_message` is present.',
  reason: 'The dialect writes both or neither; half an exception is hard to search for.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/exception_type or /exception_message',
  inSeeds: true,
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
      }),
      pointer: '/exception_message',
    },
  ],
  check: {
    envelope({ exception_type: type, exception_message: message }, scene) {
      if ((type === undefined) === (message === undefined)) return;
      const [missing, present] =
        type === undefined
          ? ['exception_type', 'exception_message']
          : ['exception_message', 'exception_type'];
      scene.breach(`/${missing}`, `${missing} is missing, but ${present} is present.`);
    },
  },
};
