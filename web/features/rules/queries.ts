import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';

export const violationsQuestion = (filter: Filter) => question('GET /api/v1/violations', { query: filter });

export const ruleQuestion = (id: string, filter: Filter) =>
  question('GET /api/v1/rules/:id', { params: { id }, query: filter });
