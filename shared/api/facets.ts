import { type Static, Type } from 'typebox';
import { Count, Coverage, described } from './contract.ts';
import { FilterQuery } from './filter.ts';

const Offered = Type.Array(Type.Object({ value: Type.String(), count: Count }));

/** Values that the filter bar offers, most frequent first, at most 1,000 per list. */
export const Facets = Type.Interface([Coverage], {
  servers: Offered,
  clients: Offered,
  operations: Offered,
  codes: Offered,
  warnings: described(Offered, 'Codes of warnings, by the responses that have them.'),
  totals: Type.Object({
    servers: Count,
    clients: Count,
    operations: Count,
    codes: Count,
    warnings: Count,
  }),
});
export type Facets = Static<typeof Facets>;

export const facetsRoutes = {
  'GET /api/v1/facets': {
    summary: 'List servers, clients, operations and codes in the range, for the filter bar',
    description: 'Of the filter, only the range and the servers select, so that a choice can be widened.',
    query: FilterQuery,
    data: Facets,
  },
} as const;
