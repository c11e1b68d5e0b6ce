import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';
import type { Stack } from './search.ts';

export const trendQuestion = (filter: Filter, stack: Stack) =>
  question('GET /api/v1/series', { query: { ...filter, metric: 'warnings', group_by: stack, limit: 8 } });
