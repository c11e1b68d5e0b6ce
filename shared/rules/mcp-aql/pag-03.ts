import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'PAG-03',
  level: 'should',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'A page has items or edges, not both',
  condition: '`data` has `pageInfo` and both `items` and `edges`.',
  reason:
    'They are two forms of one list; a client that finds both cannot know which one the cursors belong to.',
  source: 'docs/features/pagination.md 4.1',
  pointer: '/data',
  inSeeds: false,
  good: [
    {
      exchange: aql({
        success: true,
        data: {
          edges: [{ node: 1, cursor: 'a' }],
          pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 'a', endCursor: 'a' },
        },
      }),
    },
  ],
  bad: [
    {
      exchange: aql({
        success: true,
        data: {
          items: [1],
          edges: [{ node: 1, cursor: 'a' }],
          pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 'a', endCursor: 'b' },
        },
      }),
      pointer: '/data',
    },
  ],
  check: {
    page({ items, edges }, scene) {
      if (items !== undefined && edges !== undefined) scene.breach('/data', 'data has both items and edges.');
    },
  },
};
