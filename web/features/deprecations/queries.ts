import { defined } from '../../../shared/collections/defined.ts';
import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';
import type { DeprecationsSearch } from './search.ts';

/** Parameters of both questions. */
const deprecationsAsked = (filter: Filter, { window_days, threshold }: DeprecationsSearch) =>
  defined({ ...filter, window_days, threshold });

export const itemsQuestion = (filter: Filter, search: DeprecationsSearch) =>
  question('GET /api/v1/deprecations', { query: deprecationsAsked(filter, search) });

export const itemQuestion = (id: string, filter: Filter, search: DeprecationsSearch) =>
  question('GET /api/v1/deprecations/:id', { params: { id }, query: deprecationsAsked(filter, search) });
