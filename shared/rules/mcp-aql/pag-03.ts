import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'PAG-03',
  level: 'should',
  dialects: ['mcp-aql'],
  title: 'A page has items or edges, not both',
  condition: '`data` has both `items` and `edges` as arrays, with or without `pageInfo`.',
  reason: 'They are two forms of one list; a client cannot know which one the cursors belong to.',
  source: 'docs/features/pagination.md 4.1',
  pointer: '/data',
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
    {
      note: 'Two counts are not lists.',
      exchange: aql({ success: true, data: { items: 12, edges: 30 } }),
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
    { exchange: aql({ success: true, data: { items: [], edges: [] } }), pointer: '/data' },
  ],
  check: {
    data({ items, edges }, scene) {
      if (Array.isArray(items) && Array.isArray(edges)) {
        scene.breach('/data', 'data should have items or edges, not both.');
      }
    },
  },
};
