import type { Category } from '../../shared/verdict.ts';

/** What a client should do, in a few words. The error model's own sentence is the answer's `guidance`. */
export const CATEGORY_ACTS: Readonly<Record<Category, string>> = {
  validation: 'fix the request',
  not_found: 'choose another target',
  permission: 'request access',
  conflict: 're-read, then retry',
  rate_limit: 'wait, then retry',
  token: 'confirm again',
  schema: 'fix the adapter',
  internal: 'server-side fault',
  unknown: 'not in any category',
};
