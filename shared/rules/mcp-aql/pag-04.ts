import { isObject } from '../../json/value.ts';
import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';

function page({ hasNextPage, totalCount }: { hasNextPage: boolean; totalCount: number }) {
  const pageInfo = { hasNextPage, hasPreviousPage: false, startCursor: 'a', endCursor: 'b', totalCount };
  return aql({ success: true, data: { items: [1, 2], pageInfo } });
}

export const rule: Rule = {
  id: 'PAG-04',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'totalCount covers the page',
  condition: '`data.pageInfo.totalCount` is less than the number of `items` (or `edges`).',
  reason: 'Progress and page counts computed from it are wrong.',
  source: 'docs/features/pagination.md 3.1',
  pointer: '/data/pageInfo/totalCount',
  good: [{ exchange: page({ hasNextPage: true, totalCount: 40 }) }],
  bad: [{ exchange: page({ hasNextPage: false, totalCount: 1 }), pointer: '/data/pageInfo/totalCount' }],
  check: {
    page({ items, edges, pageInfo }, scene) {
      const total = isObject(pageInfo) ? pageInfo.totalCount : undefined;
      const list = Array.isArray(items) ? items : edges;
      if (typeof total !== 'number' || !Array.isArray(list) || total >= list.length) return;
      scene.breach(
        '/data/pageInfo/totalCount',
        `totalCount (${total}) is less than the number of items on the page (${list.length}).`,
      );
    },
  },
};
