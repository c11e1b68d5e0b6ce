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
    summary: 'Get whether stored responses need to be judged again, and the progress of doing so',
    data: Reinspection,
  },
  'POST /api/v1/reinspection': {
    summary: 'Judge stored responses again by the current rules, settings and pins',
    description:
      'Starts, or continues where it stopped, and answers at once. Ingestion and queries continue meanwhile. Rules on redacted values keep their verdict.',
    data: Reinspection,
  },
} as const;
