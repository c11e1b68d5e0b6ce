import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';

export const conformanceQuestion = (filter: Filter) => question('GET /api/v1/conformance', { query: filter });

/** All rules with their counts, for the catalogue below the scores. */
export const catalogueQuestion = (filter: Filter) => question('GET /api/v1/rules', { query: filter });
