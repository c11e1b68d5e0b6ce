import { type Static, Type } from 'typebox';
import { SCORE_WORDS } from '../score.ts';
import { DIALECTS } from '../verdict.ts';
import { Count, Coverage, described, InPart, Nullable, Point, Share, Words } from './contract.ts';
import { FilterQuery } from './filter.ts';
import { ViolationRow } from './violations.ts';

export const REPORT_FORMATS = ['json', 'markdown', 'sarif', 'junit'] as const;

export const ServerScore = Type.Object({
  server: Type.String(),
  version: described(Nullable(Type.String()), 'Of its newest response.'),
  dialect: Words(DIALECTS),
  proven: described(
    Type.Boolean(),
    'Whether it is proven to speak the dialect: by a pin, the name of a tool, or a response.',
  ),
  score: described(
    Nullable(Type.Number()),
    `0 to 100, in tenths; null for an unproven server. ${SCORE_WORDS}.`,
  ),
  previous_score: Nullable(Type.Number()),
  responses: Count,
  must_responses: described(Count, 'Responses that break a MUST.'),
  should_responses: described(Count, 'Responses that break a SHOULD.'),
  must_share: Share,
  should_share: Share,
  must: described(Count, 'MUST violations.'),
  should: described(Count, 'SHOULD violations.'),
  info: described(Count, 'INFO violations.'),
  trend: described(Type.Array(Point), 'Score by bucket; buckets without responses are omitted.'),
});
export type ServerScore = Static<typeof ServerScore>;

export const Conformance = Type.Interface([Coverage], {
  in_part: InPart,
  bucket_ms: Type.Integer({ minimum: 1 }),
  catalogue: Type.Integer(),
  servers: Type.Array(ServerScore),
  violations: Type.Array(ViolationRow),
});
export type Conformance = Static<typeof Conformance>;

export const conformanceRoutes = {
  'GET /api/v1/conformance': {
    summary: 'Get the score of each server and what it is made of; `Accept` or `format` selects a report',
    description:
      'The reports in Markdown, SARIF and JUnit also name, of the first 200 violations, what the newest response breaks, and where in it.',
    query: Type.Interface([FilterQuery], { format: Type.Optional(Words(REPORT_FORMATS)) }),
    data: Conformance,
    also: ['text/markdown', 'application/sarif+json', 'application/junit+xml'],
  },
} as const;
