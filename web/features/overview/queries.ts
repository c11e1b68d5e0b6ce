import type { Data } from '../../../shared/api/index.ts';
import type { BucketSearch } from '../../lib/bucket.ts';
import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';

export type OverviewData = Data<'GET /api/v1/overview'>;

export const overviewQuestion = ({ bucket, ...filter }: Filter & BucketSearch) =>
  question('GET /api/v1/overview', { query: { ...filter, ...(bucket && { bucket }) } });

export const largestGroupQuestion = (filter: Filter) =>
  question('GET /api/v1/error-groups', { query: { ...filter, sort: 'count', limit: 1 } });
