import { isObject } from '../../json/value.ts';
import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { either } from '../show.ts';

const CURSORS = ['startCursor', 'endCursor'] as const;

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

export const rule: Rule = {
  id: 'PAG-02',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A page with items has cursors',
  condition: '`items` or `edges` is not empty, and `pageInfo` lacks a string `startCursor` or `endCursor`.',
  reason: 'Clients ask for the next page by cursor; without one, they cannot continue.',
  source: 'docs/features/pagination.md 3.2, 6.1',
  pointer: '/data/pageInfo',
  good: [
    {
      note: 'An empty page needs no cursors.',
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
      scene.breach(
        '/data/pageInfo',
        `The page has items, but data.pageInfo has no string ${either(missing)}.`,
      );
    },
  },
};
