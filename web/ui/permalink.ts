import type { Filter } from '../lib/filter.ts';
import { serverNow } from '../lib/now.ts';
import { pinned } from '../lib/range.ts';
import { copyAndSay } from './copy.ts';

/** Copies a link to the current view with absolute ends of its range, so that it shows the same tomorrow. */
export function copyPermalink(filter: Filter): Promise<void> {
  const link = new URL(location.href);
  const { from, to } = pinned(filter, serverNow());
  link.searchParams.set('from', from);
  link.searchParams.set('to', to);
  return copyAndSay('a link to this view', link.href);
}
