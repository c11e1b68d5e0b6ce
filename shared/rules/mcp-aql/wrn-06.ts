import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';

/** Warnings that one response should have at most (warnings.md 6.4). */
const MOST = 10;

function many(count: number): readonly unknown[] {
  return Array.from({ length: count }, (_, item) => ({
    code: 'VALIDATION_ROW',
    message: 'm',
    details: { item: `row ${item}` },
  }));
}

export const rule: Rule = {
  id: 'WRN-06',
  level: 'should',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'At most ten warnings',
  condition: '`warnings` holds more than 10 warnings.',
  reason:
    'Nobody reads a long list, and a model pays for every line of it; the important ones should be chosen.',
  source: 'docs/features/warnings.md 6.4',
  pointer: '/warnings',
  inSeeds: true,
  good: [{ exchange: warned(...many(10)) }],
  bad: [{ exchange: warned(...many(11)), pointer: '/warnings' }],
  check: {
    warnings(warnings, scene) {
      if (warnings.length > MOST) {
        scene.breach('/warnings', `${warnings.length} warnings stand in one response; ${MOST} are allowed.`);
      }
    },
  },
};
