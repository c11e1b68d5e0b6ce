import type { Data } from '../../../shared/api/index.ts';
import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';

export type OverviewData = Data<'GET /api/v1/overview'>;

export const overviewQuestion = (filter: Filter) => question('GET /api/v1/overview', { query: filter });
