import { type Static, Type } from 'typebox';
import { Count, described, Nullable } from './contract.ts';

export const Reinspection = Type.Object({
  needed: described(
    Type.Boolean(),
    'Some stored responses were judged by other than the current rules, settings or pins.',
  ),
  standard: described(Type.String(), 'Digest of the current rules, settings and pins.'),
  running: described(Type.Boolean(), 'Some are being judged again; false as soon as none need it.'),
  judged: described(Count, 'Responses judged so far in the current run, else in the last.'),
  total: described(Count, 'Number of responses to judge in that run.'),
  changed: described(Count, 'How many of those judged got another verdict.'),
  failure: described(Nullable(Type.String()), 'Why the last run ended early.'),
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
