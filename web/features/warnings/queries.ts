import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';
import type { WarningsSearch } from './search.ts';

export const trendQuestion = (filter: Filter, { stack = 'code', bucket }: WarningsSearch) =>
  question('GET /api/v1/series', {
    query: { ...filter, ...(bucket && { bucket }), metric: 'warnings', group_by: stack, limit: 8 },
  });
