import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { either, shown } from '../show.ts';

const KNOWN = ['user/information', 'agent/information', 'agent/instruction', 'agent/requirements'];

export const rule: Rule = {
  id: 'RES-14',
  level: 'info',
  dialects: ['result'],
  title: 'disposition is a known value',
  condition:
    '`disposition` is present but not user/information, agent/information, agent/instruction or agent/requirements.',
  reason:
    'It decides whether a text is shown to the user or followed by the agent; an unknown value decides nothing.',
  source: 'mcp-guide src/mcp_guide/result_constants.py',
  pointer: '/disposition',
  good: [{ exchange: resulted({ success: true, value: 'x', disposition: 'user/information' }) }],
  bad: [
    { exchange: resulted({ success: true, value: 'x', disposition: 'user/info' }), pointer: '/disposition' },
  ],
  check: {
    envelope({ disposition }, scene) {
      if (disposition === undefined || KNOWN.some((known) => known === disposition)) return;
      scene.breach('/disposition', `disposition must be ${either(KNOWN)}, not ${shown(disposition)}.`);
    },
  },
};
