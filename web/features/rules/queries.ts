import { type Filter, sharedFilter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';

export const violationsQuestion = (filter: Filter) =>
  question('GET /api/v1/violations', { query: sharedFilter(filter) });

export const ruleQuestion = (id: string, filter: Filter) =>
  question('GET /api/v1/rules/:id', { params: { id }, query: sharedFilter(filter) });
