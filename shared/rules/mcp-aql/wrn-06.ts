import { warned } from '../examples.ts';
import type { Rule } from '../rule.ts';

/** Maximum number of warnings that one response should have (warnings.md 6.4). */
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
  title: 'An envelope has at most ten warnings',
  condition: '`warnings` has more than 10 items.',
  reason: 'Nobody reads a long list, and a model pays for every line of it; send only the important ones.',
  source: 'docs/features/warnings.md 6.4',
  pointer: '/warnings',
  inSeeds: true,
  good: [{ exchange: warned(...many(10)) }],
  bad: [{ exchange: warned(...many(11)), pointer: '/warnings' }],
  check: {
    warnings(warnings, scene) {
      if (warnings.length > MOST) {
        scene.breach(
          '/warnings',
          `The envelope has ${warnings.length} warnings; it should have at most ${MOST}.`,
        );
      }
    },
  },
};
