import type { BucketSearch } from '../../lib/bucket.ts';
import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';

export const overviewQuestion = ({ bucket, ...filter }: Filter & BucketSearch) =>
  question('GET /api/v1/overview', { query: { ...filter, ...(bucket && { bucket }) } });

/** The group of most failed responses: members that failed within a batch that succeeded do not count. */
export const largestGroupQuestion = (filter: Filter) =>
  question('GET /api/v1/error-groups', {
    query: { ...filter, outcome: ['failure'], sort: 'count', limit: 1 },
  });

/** The newest failed response. */
export const lastFailureQuestion = (filter: Filter) =>
  question('GET /api/v1/responses', { query: { ...filter, outcome: ['failure'], limit: 1 } });
