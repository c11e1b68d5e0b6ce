import { type Static, Type } from 'typebox';
import { CATEGORIES } from '../verdict.ts';
import { Count, Coverage, described, Nullable, Share, Words } from './contract.ts';
import { FilterQuery } from './filter.ts';

export const Errors = Type.Interface([Coverage], {
  total: described(Count, 'Failures in the filter.'),
  responses: described(
    Count,
    'Responses in the same filter without category and code, of which the total is a share.',
  ),
  failed: described(
    Count,
    'Those of them that failed, without the members of batches, which the total includes.',
  ),
  categories: Type.Array(
    Type.Object({
      category: Words(CATEGORIES),
      name: Type.String(),
      count: Count,
      share: Share,
      guidance: described(Type.String(), 'What a client should do, in the words of the error model.'),
      codes: Type.Array(
        Type.Object({ code: Nullable(Type.String()), count: Count, registered: Type.Boolean() }),
      ),
    }),
    { description: 'All nine, in the order of the registry; those without failures have count 0.' },
  ),
});
export type Errors = Static<typeof Errors>;

export const errorsRoutes = {
  'GET /api/v1/errors': {
    summary: 'List failures by category, then code, with guidance for clients',
    query: FilterQuery,
    data: Errors,
  },
} as const;
