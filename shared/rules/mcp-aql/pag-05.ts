import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

const CAMEL_CASE = /^[a-z][a-z0-9]*[A-Z]/;

export const rule: Rule = {
  id: 'PAG-05',
  level: 'info',
  dialects: ['mcp-aql'],
  title: 'Compatibility pagination is in snake_case',
  condition: '`data.pagination` has a key in camelCase.',
  reason: 'This form exists for clients that read `page_size` and `has_more`; they do not find `pageSize`.',
  source: 'docs/features/pagination.md 4.5; docs/operations.md 4.4.3',
  pointer: '/data/pagination',
  good: [
    {
      exchange: aql({
        success: true,
        data: { items: [1], pagination: { page: 1, page_size: 1, has_more: false } },
      }),
    },
  ],
  bad: [
    {
      exchange: aql({ success: true, data: { items: [1], pagination: { page: 1, pageSize: 1 } } }),
      pointer: '/data/pagination',
    },
  ],
  check: {
    pagination(pagination, scene) {
      const names = Object.keys(pagination).filter((name) => CAMEL_CASE.test(name));
      if (names.length === 0) return;
      const [first = ''] = names.sort();
      scene.breach('/data/pagination', `The key ${quoted(first)} in data.pagination must be in snake_case.`);
    },
  },
};
