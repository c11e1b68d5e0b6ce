import { isObject } from '../../json/value.ts';
import { failed } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

export const rule: Rule = {
  id: 'MSG-05',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'The message names the missing parameter',
  condition:
    'The code is VALIDATION_MISSING_PARAM, and `error.message` does not contain `error.details.param_name`.',
  reason: 'A model that repairs the request from the message alone adds the wrong parameter, or none.',
  source: 'docs/conformance-testing.md 3.2; scripts/run-conformance-tests.mjs',
  pointer: '/error/message',
  good: [
    {
      exchange: failed({
        code: 'VALIDATION_MISSING_PARAM',
        message: "Missing required parameter 'owner'",
        details: { param_name: 'owner' },
      }),
    },
  ],
  bad: [
    {
      exchange: failed({
        code: 'VALIDATION_MISSING_PARAM',
        message: "Missing required parameter 'owner'",
        details: { param_name: 'repo' },
      }),
      pointer: '/error/message',
    },
  ],
  check: {
    details({ param_name: name }, scene) {
      if (typeof name !== 'string' || scene.registered?.code !== 'VALIDATION_MISSING_PARAM') return;
      const { error } = scene.envelope;
      const message = isObject(error) ? error.message : undefined;
      if (typeof message === 'string' && !message.includes(name)) {
        scene.breach('/error/message', `error.message does not name the missing parameter ${quoted(name)}.`);
      }
    },
  },
};
