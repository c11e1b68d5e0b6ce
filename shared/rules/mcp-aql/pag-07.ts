import { isObject } from '../../json/value.ts';
import { aql } from '../examples.ts';
import type { Rule } from '../rule.ts';
import { quoted } from '../show.ts';

const URL_SAFE = /^[A-Za-z0-9._~=%-]*$/;

function isUnsafe(cursor: unknown): cursor is string {
  return typeof cursor === 'string' && !URL_SAFE.test(cursor);
}

function fault(cursor: string): string {
  return `The cursor ${quoted(cursor)} is not URL-safe.`;
}

function page(startCursor: string, endCursor: string) {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor, endCursor };
  return aql({ success: true, data: { items: [1], pageInfo } });
}

export const rule: Rule = {
  id: 'PAG-07',
  level: 'must',
  dialects: ['mcp-aql'],
  title: 'Cursors are URL-safe',
  condition:
    'A cursor (`startCursor`, `endCursor` or that of an edge) contains anything but ASCII letters, digits and `. _ ~ = % -`.',
  reason: 'Clients put cursors into URLs unescaped; an unsafe one arrives changed and names another page.',
  source: 'docs/features/pagination.md 6.4',
  pointer: '/data/pageInfo/startCursor',
  good: [{ exchange: page('YQ==', 'a_b-c') }],
  bad: [{ exchange: page('a/b+c', 'b'), pointer: '/data/pageInfo/startCursor' }],
  check: {
    page({ pageInfo, edges }, scene) {
      const { startCursor, endCursor } = isObject(pageInfo) ? pageInfo : {};
      if (isUnsafe(startCursor)) scene.breach('/data/pageInfo/startCursor', fault(startCursor));
      if (isUnsafe(endCursor)) scene.breach('/data/pageInfo/endCursor', fault(endCursor));
      if (!Array.isArray(edges)) return;
      for (const [index, edge] of edges.entries()) {
        const cursor: unknown = isObject(edge) ? edge.cursor : undefined;
        if (isUnsafe(cursor)) scene.breach(`/data/edges/${index}/cursor`, fault(cursor));
      }
    },
  },
};
