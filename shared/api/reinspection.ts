import { type Static, Type } from 'typebox';
import { Count, Nullable } from './contract.ts';

export const Reinspection = Type.Object({
  /** Some stored responses were judged by other than the current rules, settings or pins. */
  needed: Type.Boolean(),
  running: Type.Boolean(),
  /** Responses judged so far, their total, and how many got another verdict; of the current run, else of the last. */
  judged: Count,
  total: Count,
  changed: Count,
  /** Why the last run ended early. */
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
