import { resulted } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { shown } from '../show.ts';

const TEXTS = [
  'message',
  'instruction',
  'disposition',
  'additional_agent_instructions',
  'arguments',
] as const;

export const rule: Rule = {
  id: 'RES-08',
  level: 'info',
  dialects: ['result'],
  title: 'Texts for the agent are non-empty strings',
  condition:
    '`message`, `instruction`, `disposition`, `additional_agent_instructions` or `arguments` is present but empty or not a string.',
  reason: 'The dialect writes them only when they say something; an empty one tells the agent nothing.',
  source: 'mcp-guide src/mcp_guide/core/result.py; ADR-003',
  pointer: '/<member>',
  inSeeds: true,
  good: [{ exchange: resulted({ success: true, message: 'Saved', instruction: 'Display' }) }],
  bad: [
    { exchange: resulted({ success: true, value: 1, instruction: '' }), pointer: '/instruction' },
    {
      exchange: resulted({ success: true, value: 1, message: 3 }),
      pointer: '/message',
    },
  ],
  check: {
    envelope(envelope, scene) {
      for (const name of TEXTS) {
        const value = envelope[name];
        if (value === undefined || (typeof value === 'string' && value !== '')) continue;
        scene.breach(`/${name}`, `${name} must be a non-empty string, not ${shown(value)}.`);
      }
    },
  },
};
