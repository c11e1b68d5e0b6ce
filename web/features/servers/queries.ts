import type { Filter } from '../../lib/filter.ts';
import { question } from '../../lib/question.ts';

export const serversQuestion = (filter: Filter) => question('GET /api/v1/servers', { query: filter });
export const clientsQuestion = (filter: Filter) => question('GET /api/v1/clients', { query: filter });
