import { isObject } from '../../json/value.ts';
import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { either, shown } from '../show.ts';

const FLAGS = ['hasNextPage', 'hasPreviousPage'] as const;

export const rule: Rule = {
  id: 'PAG-01',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'A page says whether there are more pages',
  condition: '`data.pageInfo` is not an object, or lacks a boolean `hasNextPage` or `hasPreviousPage`.',
  reason: 'Clients keep paging while `hasNextPage` is true; without it, they stop early or never.',
  source: 'docs/features/pagination.md 3.2, 6.1',
  pointer: '/data/pageInfo',
  good: [
    {
      exchange: aql({
        success: true,
        data: { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, totalCount: 0 } },
      }),
    },
  ],
  bad: [
    {
      exchange: aql({ success: true, data: { items: [], pageInfo: { hasNextPage: false } } }),
      pointer: '/data/pageInfo',
    },
  ],
  check: {
    page({ pageInfo }, scene) {
      if (!isObject(pageInfo)) {
        scene.breach('/data/pageInfo', `data.pageInfo must be an object, not ${shown(pageInfo)}.`);
      } else if (typeof pageInfo.hasNextPage !== 'boolean' || typeof pageInfo.hasPreviousPage !== 'boolean') {
        const missing = FLAGS.filter((name) => typeof pageInfo[name] !== 'boolean');
        scene.breach('/data/pageInfo', `data.pageInfo has no boolean ${either(missing)}.`);
      }
    },
  },
};
