import { isObject } from '../../json.ts';
import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

const CURSORS = ['startCursor', 'endCursor'] as const;

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

export const rule: Rule = {
  id: 'PAG-02',
  level: 'must',
  dialects: ['mcp-aql'],
  scope: 'response',
  title: 'A page with items has cursors',
  condition: '`items` or `edges` hold something, and `pageInfo` lacks a string `startCursor` or `endCursor`.',
  reason: 'The next page is asked for by the cursor; without one a client cannot go on.',
  source: 'docs/features/pagination.md 3.2, 6.1',
  pointer: '/data/pageInfo',
  inSeeds: false,
  good: [
    {
      note: 'An empty page needs none.',
      exchange: aql({
        success: true,
        data: { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
      }),
    },
  ],
  bad: [
    {
      exchange: aql({
        success: true,
        data: { items: [1], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
      }),
      pointer: '/data/pageInfo',
    },
  ],
  check: {
    page({ items, edges, pageInfo }, scene) {
      if (!isObject(pageInfo) || !(isFilled(items) || isFilled(edges))) return;
      if (typeof pageInfo.startCursor === 'string' && typeof pageInfo.endCursor === 'string') return;
      const missing = CURSORS.filter((name) => typeof pageInfo[name] !== 'string');
      scene.breach('/data/pageInfo', `The page has items, and pageInfo has no ${missing.join(', no ')}.`);
    },
  },
};
