import { type Static, Type } from 'typebox';
import { Count, Nullable } from './contract.ts';

export const Reinspection = Type.Object({
  /** Some of what is stored was judged by other rules, settings or pins than today's. */
  needed: Type.Boolean(),
  running: Type.Boolean(),
  /** Responses judged again, of how many, and how many have another verdict now; of the run under way, else of the last. */
  judged: Count,
  total: Count,
  changed: Count,
  /** What ended the last run before its end. */
  failure: Nullable(Type.String()),
});
export type Reinspection = Static<typeof Reinspection>;

export const reinspectionRoutes = {
  'GET /api/v1/reinspection': {
    summary: 'Whether what is stored was judged by today’s rules, and how far judging it again has come',
    data: Reinspection,
  },
  'POST /api/v1/reinspection': {
    summary: 'Judge what is stored again, where rules, settings or pins have changed since',
    description:
      'Begins, or goes on where it stopped, and answers at once; ingestion and questions go on meanwhile. Rules on redacted values keep their verdict.',
    data: Reinspection,
  },
} as const;
