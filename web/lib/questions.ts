import type { Status } from '../../shared/api/status.ts';
import { defined } from '../../shared/collections/defined.ts';
import { type Filter, sharedFilter } from './filter.ts';
import { question } from './question.ts';

export const statusQuestion = () => question('GET /api/v1/status');

export const reinspectionQuestion = () => question('GET /api/v1/reinspection');

/** True if nothing was ever stored, or all was forgotten. Counts outlive responses removed by retention. */
export const isBlank = ({ stored }: Status): boolean => stored.responses === 0 && stored.servers === 0;

/**
 * Values for the filter bar: the servers of the range, and the other values of the chosen servers. Nothing
 * else narrows them.
 */
export const facetsQuestion = ({ from, to, server, not_server }: Filter) =>
  question('GET /api/v1/facets', { query: defined({ from, to, server, not_server }) });

export const quotasQuestion = (filter: Filter) =>
  question('GET /api/v1/quotas', { query: sharedFilter(filter) });

export const deprecationsQuestion = (filter: Filter) =>
  question('GET /api/v1/deprecations', { query: sharedFilter(filter) });

/** Open groups that are new in the range or regressed, and the number of groups in each state. */
export const groupNewsQuestion = (filter: Filter) =>
  question('GET /api/v1/error-groups', {
    query: { ...filter, news: true, state: ['open'], limit: 5 },
  });

/** One response, of which only its place in its session ever changes: `live` follows that. */
export const responseQuestion = (id: string, live = false) =>
  question('GET /api/v1/responses/:id', { params: { id } }, { live });

export const warningsQuestion = (filter: Filter) => question('GET /api/v1/warnings', { query: filter });
