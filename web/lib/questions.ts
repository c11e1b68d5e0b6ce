import type { Status } from '../../shared/api/status.ts';
import { defined, type Filter, sharedFilter } from './filter.ts';
import { question } from './question.ts';

/** Questions that the shell and more than one page ask. */
export const statusQuestion = () => question('GET /api/v1/status');

/** True where nothing was ever stored, or all of it was forgotten; counts outlive the responses that retention removes. */
export const isBlank = ({ stored }: Status): boolean => stored.responses === 0 && stored.servers === 0;

/** Values for the filter bar: servers of the range, the others of the servers that are chosen. Nothing else narrows them. */
export const facetsQuestion = ({ from, to, server, not_server }: Filter) =>
  question('GET /api/v1/facets', { query: defined({ from, to, server, not_server }) });

export const quotasQuestion = (filter: Filter) =>
  question('GET /api/v1/quotas', { query: sharedFilter(filter) });

export const deprecationsQuestion = (filter: Filter) =>
  question('GET /api/v1/deprecations', { query: sharedFilter(filter) });

/** Open groups that are new in the range or regressed, and how many stand in each state. */
export const groupNewsQuestion = (filter: Filter) =>
  question('GET /api/v1/error-groups', {
    query: { ...sharedFilter(filter), news: true, state: ['open'], limit: 5 },
  });

export const warningsQuestion = (filter: Filter) => question('GET /api/v1/warnings', { query: filter });
