import { carried } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'TRN-02',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'A success does not set isError',
  condition: '`isError` is true, but the `success` of the envelope is too.',
  reason: 'The client tells the model that the call failed, although the envelope holds its result.',
  source: 'docs/mcp-integration.md 4.1.1',
  pointer: '/isError',
  good: [{ exchange: carried({ success: true, data: {} }, { isError: false }) }],
  bad: [{ exchange: carried({ success: true, data: {} }, { isError: true }), pointer: '/isError' }],
  check: {
    result(_result, scene) {
      const { reading, envelope } = scene;
      if (reading.located.isError === true && envelope.success === true) {
        scene.breachInMessage('/isError', 'isError is true, but so is success.');
      }
    },
  },
};
